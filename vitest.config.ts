import { defineConfig } from "vitest/config";
import { viteSimplexChatClient } from "./scripts/simplexChatClient.mjs";

export default defineConfig({
  plugins: [viteSimplexChatClient],
  test: { include: ["test/unit/**/*.test.ts"], pool: "threads", maxWorkers: 2 },
});
