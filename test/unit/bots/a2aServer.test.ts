import { describe, expect, it } from "vitest";
import { a2aProtocolServer } from "../../../src/bots/a2aServer.ts";
import { shopAgent, shopCard } from "../../../src/bots/demo/shopAgent.ts";
import type { ProtocolServer } from "../../../src/bots/protocolServer.ts";
import { systemTime } from "../../../src/core/clock.ts";
import { at } from "../core/sandbox/sandboxKit.ts";
import { a2aMessage, a2aRequest } from "./conversation.ts";

function shop(): ProtocolServer {
  const pace = { clock: systemTime, stepMs: 0, closed: new AbortController().signal };
  return a2aProtocolServer(shopCard("Acme", "Sells.", "https://smp1.sandbox.invalid/a#x"), shopAgent(pace));
}

async function ask(server: ProtocolServer, caller: string, request: object): Promise<readonly unknown[]> {
  const context = { transport: "chat", caller, signal: new AbortController().signal } as const;
  const answers: unknown[] = [];
  for await (const answer of server.answer(JSON.stringify(request), context))
    answers.push(answer.kind === "message" ? JSON.parse(answer.text) : answer);
  return answers;
}

describe("the contexts and tasks of a caller", () => {
  it.each([
    ["a message in its context", "SendMessage", (task: Ids) => a2aMessage("x", { contextId: task.contextId })],
    ["a message to its task", "SendMessage", (task: Ids) => a2aMessage("x", { taskId: task.id })],
    ["a stream in its context", "SendStreamingMessage", (task: Ids) => a2aMessage("x", { contextId: task.contextId })],
    ["a look at its task", "GetTask", (task: Ids) => ({ id: task.id })],
    ["a cancellation", "CancelTask", (task: Ids) => ({ id: task.id })],
    ["a subscription", "SubscribeToTask", (task: Ids) => ({ id: task.id })],
  ] as const)("are unknown to others: %s", async (_name, method, params) => {
    const server = shop();
    const [made] = await ask(server, "#1/ann", a2aRequest("SendMessage", a2aMessage("A gift")));
    const task: Ids = { id: String(at(made, "result.task.id")), contextId: String(at(made, "result.task.contextId")) };
    const [refused] = await ask(server, "#1/ben", a2aRequest(method, params(task)));
    expect(at(refused, "error.code")).toBe(-32_001);
    // Nor in another conversation of the same person.
    const [elsewhere] = await ask(server, "@1", a2aRequest(method, params(task)));
    expect(at(elsewhere, "error.code")).toBe(-32_001);
  });

  it("stay with their caller", async () => {
    const server = shop();
    const [made] = await ask(server, "@1", a2aRequest("SendMessage", a2aMessage("A gift")));
    const contextId = String(at(made, "result.task.contextId"));
    const [own] = await ask(server, "@1", a2aRequest("SendMessage", a2aMessage("Price of rope", { contextId })));
    expect(at(own, "result.task.contextId")).toBe(contextId);
    const [listed] = await ask(server, "@2", a2aRequest("ListTasks", {}));
    expect(at(listed, "result.totalSize")).toBe(0);
  });
});

describe("a task that asked for input", () => {
  it("goes on in a stream that ends with its end, as the agent's own library begins it with the question", async () => {
    const server = shop();
    const [made] = await ask(server, "@1", a2aRequest("SendMessage", a2aMessage("A gift")));
    const taskId = String(at(made, "result.task.id"));
    const items = await ask(server, "@1", a2aRequest("SendStreamingMessage", a2aMessage("Ada", { taskId })));
    expect(items.map((item) => at(item, "result.task.status.state"))).toEqual(["TASK_STATE_COMPLETED"]);
  });
});

interface Ids {
  readonly id: string;
  readonly contextId: string;
}
