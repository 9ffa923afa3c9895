"""The tools for assistants, asked by the SDK's own client."""
