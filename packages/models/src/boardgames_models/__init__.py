"""Language models as players, over the API that OpenAI, Ollama, llama.cpp, vLLM and others speak."""

from __future__ import annotations
