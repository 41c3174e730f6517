"""The language model: protocol, OpenAI-compatible client, prompts, and the reading of replies."""
