import type { Plugin as EsbuildPlugin } from "esbuild";
import type { Plugin as VitePlugin } from "vitest/config";

/** The client as one ES module that imports `WebSocket` from src/core/websocket/socketBinding.ts. */
export declare function bundledClient(): Promise<string>;
export declare const esbuildSimplexChatClient: EsbuildPlugin;
export declare const viteSimplexChatClient: VitePlugin;
