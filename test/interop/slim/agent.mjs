// A SLIM node and an agent behind it, by the real @agntcy/slim-bindings: arguments are the package's URL, a port and the
// shared secret. Answers are bytes that protoc's own runtime wrote. Says READY on standard error; the library logs on the other.
const [, , moduleUrl, port, secret] = process.argv;
const slim = await import(moduleUrl);
const service = "lf.a2a.v1.A2AService";
const message = "12100a03722d3120022a070a0548656c6c6f";
const items = ["0a0e0a03742d311203632d311a020802", "1a0e0a03742d311203632d311a020803"];
const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex")).buffer;

slim.initializeWithDefaults();
const node = slim.createService("node");
await node.runServerAsync(slim.newInsecureServerConfig(`127.0.0.1:${port}`));
const own = slim.createService("agent");
const name = new slim.Name("acme", "demo", "echo");
const app = own.createAppWithSecret(name, secret);
const connectionId = await own.connectAsync(slim.newInsecureClientConfig(`http://127.0.0.1:${port}`));
await app.subscribeAsync(name, connectionId);
const server = slim.Server.newWithConnection(app, name, connectionId);
server.registerUnaryUnary(service, "SendMessage", { handle: () => Promise.resolve(bytes(message)) });
server.registerUnaryUnary(service, "GetTask", {
  // Any other error makes the native thread panic.
  handle: (_, context) =>
    Promise.reject(
      new slim.RpcError.Rpc({
        code: slim.RpcCode.NotFound,
        message: `TaskNotFoundError: asked with ${context.metadata().get("a2a-version")}`,
        details: undefined,
      }),
    ),
});
server.registerUnaryStream(service, "SendStreamingMessage", {
  async handle(_, __, sink) {
    for (const item of items) await sink.sendAsync(bytes(item));
    await sink.closeAsync();
  },
});
// What is collected as garbage is closed by the library.
globalThis.inUse = [node, own, app, server];
server.serveAsync().catch(() => process.exit(1));
console.error("READY");
process.stdin.resume().on("end", () => process.exit());
