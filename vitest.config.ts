import { defineConfig } from "vitest/config";
import { viteSimplexChatClient } from "./scripts/simplexChatClient.mjs";

export default defineConfig({
  plugins: [viteSimplexChatClient],
  // The timeout is against hanging only: a busy machine may be slow.
  test: {
    testTimeout: 120_000,
    include: ["test/unit/**/*.test.ts", "test/interop/**/*.test.ts"],
    pool: "threads",
    maxWorkers: 2,
  },
});
