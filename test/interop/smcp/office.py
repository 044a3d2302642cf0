"""An A2C-SMCP server and a computer with one MCP server, by the protocol's own Python library. Prints its port, and runs
until its standard input ends."""

import asyncio
import os
import pathlib
import sys

import uvicorn
from a2c_smcp.computer.computer import Computer
from a2c_smcp.computer.mcp_clients.model import StdioServerConfig
from a2c_smcp.computer.socketio.client import SMCPComputerClient
from a2c_smcp.testing.server import create_local_async_server, pick_free_port
from mcp import StdioServerParameters

TOOLS = pathlib.Path(__file__).with_name("tools.py")


async def serve(app, port: int) -> asyncio.Task:
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error"))
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    return task


async def main() -> None:
    port = pick_free_port()
    _sio, _namespace, app = create_local_async_server()
    serving = await serve(app, port)
    desk = StdioServerConfig(
        name="desk",
        bundle_id="desk",
        server_parameters=StdioServerParameters(command=sys.executable, args=[str(TOOLS)]),
    )
    computer = Computer("witness", mcp_servers={desk}, confirm_callback=lambda *_: True)
    await computer.boot_up()
    client = SMCPComputerClient(computer=computer)
    await client.connect(f"http://127.0.0.1:{port}", socketio_path="/socket.io", namespaces=["/smcp"])
    await client.join_office("witness-office")
    print(f"port {port}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await client.disconnect()
    await computer.shutdown()
    serving.cancel()
    # What the library leaves open at the end is not this test's concern.
    os._exit(0)


asyncio.run(main())
