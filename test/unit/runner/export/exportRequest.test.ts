import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { afterAll, describe, expect, it } from "vitest";
import { createDemoSandbox } from "../../../../src/bots/demoSandbox.ts";
import { connect, connectionPlan } from "../../../../src/core/api.ts";
import { executeCommand } from "../../../../src/core/sandbox/executeCommand.ts";
import { serveSandbox } from "../../../../src/core/sandbox/webSocketServer.ts";
import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { type ExportKind, exportKinds } from "../../../../src/runner/export/exportKinds.ts";
import { exportRequest } from "../../../../src/runner/export/exportRequest.ts";
import type { PrepareContext } from "../../../../src/runner/run/prepareRequest.ts";
import { builtIns, emptyScopes } from "../kit/preparing.ts";

const shop = "https://smp1.sandbox.invalid/a#5GRRPz9SYq1Qut1UiTxMdPuLRIHzXOW1jMoIyCVoFns";
const group = "https://smp1.sandbox.invalid/g#FbM36qLJGGgTrF01WIOFtDUIgKCh6GjqwFuj-Jt6BrI";
const meta =
  '"_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}';
const planted = 'pl"nted-secret-7f3a';

const chatFile = `### List tools
# @to ${shop}
/_call mcp {"jsonrpc": "2.0", "id": "{{$uuid}}", "method": "tools/list", "params": {${meta}}}
`;
const rpcFile = `### Availability "of" an anvil
# @to ${shop}
# @timeout 5s
{"protocol": "mcp", "request": {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "availability", "arguments": {"item": "{{item}}"}, ${meta}}}}
`;
const secretFile = `@bearer = Bearer {{$secret token}}
### With secrets
# @to ${shop}
# @param Authorization: {{bearer}}
# @param A2A-Version: 1.0
/_call a2a {"jsonrpc": "2.0", "id": {{number}}, "method": "SendMessage", "params": {"message": {"messageId": "{{$uuid}}", "role": "ROLE_USER", "parts": [{"text": "{{private}} {{$env TOKEN}}"}]}}}
`;
const groupFile = `# @to ${group}
/_call @'Iron Works' mcp {"jsonrpc": "2.0", "id": 5, "method": "tools/list", "params": {${meta}}}
`;
const localFile = chatFile.replace(shop, "@Ann");
const broadcastFile = groupFile.replace("@'Iron Works' ", "").replace(group, "#Acme customers");

async function exported(text: string, as: ExportKind, changes: Partial<PrepareContext> = {}): Promise<string> {
  const file = parseCallFile(text);
  const [request] = file.requests;
  if (!request) throw new Error("no request");
  const result = await exportRequest(
    file,
    request,
    {
      text,
      scopes: {
        ...emptyScopes,
        environment: { name: "dev", values: new Map([["item", '"anvil"']]) },
        privateEnvironment: {
          name: "dev",
          values: new Map([
            ["private", JSON.stringify(planted)],
            ["number", "4815162342"],
          ]),
        },
      },
      builtIns: { ...builtIns, secret: async () => planted, environmentVariable: () => planted },
      signingKey: async () => undefined,
      ...changes,
    },
    as,
  );
  if (result.kind === "exported") return result.text;
  throw new Error(result.problems.map(({ message }) => message).join("\n"));
}

const files = { chatFile, rpcFile, secretFile, groupFile, localFile, broadcastFile };
const everyExport = Object.entries(files).flatMap(([name, text]) => exportKinds.map((as) => [name, as, text] as const));

describe("an exported request", () => {
  it.each(everyExport)("of %s as %s holds no secret", async (_, as, text) => {
    const result = await exported(text, as);
    expect(result).not.toMatch(/nted-secret-7f3a|4815162342|mask-/);
  });

  it("names each secret in its place", async () => {
    const core = await exported(secretFile, "core");
    expect(core).toContain("Bearer {{$secret token}}");
    expect(core).toContain("{{private}} {{$env TOKEN}}");
    expect(core).toContain('\\"id\\":{{number}}');
    expect(await exported(secretFile, "typescript")).toContain('+ secret("token") +');
    expect(await exported(secretFile, "python")).toContain('+ secret("number") +');
  });

  it("holds no secret that a captured value repeats", async () => {
    const text = `@unused = {{$secret token}}\n${rpcFile.replace("{{item}}", "{{echo}}")}`;
    const captured = new Map([["echo", { json: JSON.stringify(`No ${planted} here`) }]]);
    for (const as of exportKinds) {
      expect(await exported(text, as, { scopes: { ...emptyScopes, captured } })).not.toContain("nted-secret");
    }
  });

  it("is refused when it cannot be sent, with the reason", async () => {
    await expect(exported(chatFile.replace(shop, "{{$secret link}}"), "core")).rejects.toThrow();
    await expect(exported(rpcFile.replace("{{item}}", "{{nothing}}"), "core")).rejects.toThrow(
      /"nothing" has no value/,
    );
    const slim = secretFile
      .replace(shop, "slim://acme/agents/shop\n# @param slim.secret: {{$secret slim}}")
      .replace("/_call a2a ", "");
    await expect(exported(slim, "core")).rejects.toThrow(/another transport/);
  });
});

describe("as the core's own command", () => {
  it("is what the core takes", async () => {
    const sandbox = await createDemoSandbox({ stepMs: 1 });
    try {
      const [command = ""] = (await exported(rpcFile, "core")).trimEnd().split("\n");
      const answer = await executeCommand(sandbox.profile, command);
      expect(answer.type).toBe("serviceResponse");
      const [plan = "", send = "", ...others] = (await exported(chatFile, "core")).trimEnd().split("\n");
      expect(others).toEqual([]);
      expect((await executeCommand(sandbox.profile, plan)).type).toBe("connectionPlan");
      expect(send).toMatch(/^\/_send @<contactId> json \[\{/);
      const [message]: { readonly msgContent: { readonly text: string } }[] = JSON.parse(send.slice(send.indexOf("[")));
      expect(message?.msgContent.text).toMatch(/^\/_call mcp \{"jsonrpc":"2.0"/);
    } finally {
      await sandbox.close();
    }
  });
});

describe("as a program", () => {
  const folder = mkdtempSync(join(tmpdir(), "export-"));
  symlinkSync(resolve(import.meta.dirname, "../../../../node_modules"), join(folder, "node_modules"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(Object.entries(files))("in Python is one: %s", async (name, text) => {
    const file = join(folder, `${name}.py`);
    writeFileSync(file, await exported(text, "python"));
    execFileSync("python3", ["-m", "py_compile", file], { stdio: "pipe" });
  });

  it.each(Object.entries(files))("in TypeScript is one: %s", async (_, text) => {
    await transform(await exported(text, "typescript"), { loader: "ts", format: "esm" });
  });

  it("in TypeScript gets the answer of a core", async () => {
    const sandbox = await createDemoSandbox({ stepMs: 1 });
    const server = await serveSandbox(sandbox.profile, { port: 0 });
    try {
      const plan = await connectionPlan(sandbox.core, 1, shop);
      if (plan.kind !== "ok") throw new Error("The sandbox gave no plan.");
      await connect(sandbox.core, 1, plan.value, { incognito: false });
      for (const [name, answer] of [
        ["rpcFile", /"isError": false/],
        ["chatFile", /"name":"availability"/],
      ] as const) {
        const source = (await exported(files[name], "typescript")).replace("ws://127.0.0.1:5225", server.url);
        const { code } = await transform(source, { loader: "ts", format: "esm" });
        const program = join(folder, `${name}.mjs`);
        writeFileSync(program, code);
        const { stdout } = await promisify(execFile)(process.execPath, [program], { timeout: 15_000 });
        expect(stdout).toMatch(answer);
      }
    } finally {
      await server.close();
      await sandbox.close();
    }
  });

  it("in TypeScript passes the compiler with the package's types", async () => {
    const sources = await Promise.all(
      Object.entries(files).map(async ([name, text]) => {
        writeFileSync(join(folder, `${name}.ts`), await exported(text, "typescript"));
        return `${name}.ts`;
      }),
    );
    const compiler = createRequire(import.meta.url).resolve("typescript/package.json");
    const options = [
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--target",
      "es2022",
      "--module",
      "nodenext",
      "--types",
      "node",
    ];
    try {
      execFileSync(process.execPath, [join(compiler, "../bin/tsc"), ...options, ...sources], {
        cwd: folder,
        stdio: "pipe",
      });
    } catch (error) {
      throw new Error(String(Object(error).stdout));
    }
  });
});
