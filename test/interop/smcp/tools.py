"""The MCP server behind the witness's computer."""

import time

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("desk")


@mcp.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@mcp.tool()
def fail() -> str:
    """Always fails."""
    raise ValueError("out of paper")


@mcp.tool()
def wait(seconds: int) -> str:
    """Waits."""
    time.sleep(seconds)
    return "waited"


mcp.run()
