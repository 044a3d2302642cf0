// Bundles the client of npm `simplex-chat` with its `WebSocket` bound to ours. Its transport uses the global of that name,
// and its main module redefines that global for the whole process; so the client alone is bundled, and the name is bound
// by `inject`, which reaches these files and no others. The extension's build and the tests use the same bundle.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const moduleName = "simplex-chat/dist/client";
const root = fileURLToPath(new URL("..", import.meta.url));
const binding = fileURLToPath(new URL("../src/core/websocket/socketBinding.ts", import.meta.url));

export async function bundledClient() {
  const result = await build({
    stdin: { contents: `export { ChatClient } from "${moduleName}";`, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    inject: [binding],
    plugins: [
      {
        name: "leave-the-binding-outside",
        setup(pluginBuild) {
          pluginBuild.onLoad({ filter: /[\\/]socketBinding\.ts$/ }, () => ({
            contents: `export { WebSocket } from ${JSON.stringify(`binding:${binding}`)};`,
          }));
          pluginBuild.onResolve({ filter: /^binding:/ }, (args) => ({
            path: args.path.slice("binding:".length),
            external: true,
          }));
        },
      },
    ],
  });
  return result.outputFiles[0].text;
}

/** For the builds of scripts/build.mjs. */
export const esbuildSimplexChatClient = {
  name: "simplex-chat-client",
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^simplex-chat\/dist\/client$/ }, () => ({
      path: moduleName,
      namespace: "simplex-chat-client",
    }));
    pluginBuild.onLoad({ filter: /.*/, namespace: "simplex-chat-client" }, async () => ({
      contents: await bundledClient(),
      resolveDir: root,
    }));
  },
};

/** For vitest. */
export const viteSimplexChatClient = {
  name: "simplex-chat-client",
  enforce: "pre",
  resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
  load: (id) => (id === `\0${moduleName}` ? bundledClient() : undefined),
};
