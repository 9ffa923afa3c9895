"""Language models as players, over the API that OpenAI, Ollama, llama.cpp and others speak; and tools for them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
