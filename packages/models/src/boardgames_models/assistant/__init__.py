"""Our rules as tools for language models, over the Model Context Protocol.

What a tool answers is found in a worker process, which ends at its limit of processor time, so rules and players of
others can neither hold up the server nor write into its protocol.
"""
