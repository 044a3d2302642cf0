import {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  SendMessageRequest,
  StreamResponse,
  Task,
  TaskState,
} from "@a2a-js/sdk";
import { Client, type ServiceParameters, type Transport } from "@a2a-js/sdk/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoSandbox, type DemoSandbox } from "../../../src/bots/demoSandbox.ts";
import { createAsyncQueue } from "../../../src/core/asyncQueue.ts";
import { asObject } from "../../../src/core/records/jsonShape.ts";
import { a2aMessage, type Conversation, openConversation } from "./conversation.ts";

/** The official client's calls as `/_call a2a`, and the quoted replies back. */
function chatTransport(conversation: Conversation): Transport {
  let lastId = 0;

  async function* stream(method: string, params: unknown, parameters?: ServiceParameters): AsyncGenerator<unknown> {
    const request = { jsonrpc: "2.0", id: ++lastId, method, "a2a-service-parameters": parameters ?? {}, params };
    const replies = createAsyncQueue<string>();
    await conversation.send(`/_call a2a ${JSON.stringify(request)}`, (reply) => replies.push(reply.text));
    for await (const text of replies) {
      const reply = asObject(JSON.parse(text));
      const error = asObject(reply?.["error"]);
      if (error !== undefined) throw Object.assign(new Error(String(error["message"])), { code: error["code"] });
      yield reply?.["result"];
    }
  }
  const one = async (method: string, params: unknown, parameters?: ServiceParameters): Promise<unknown> => {
    for await (const result of stream(method, params, parameters)) return result;
    throw new Error("no reply");
  };
  const unused = (): never => {
    throw new Error("not used here");
  };
  return {
    protocolName: "https://simplex.chat/protocol/a2a/v1",
    protocolVersion: "1.0",
    async getExtendedAgentCard(params, options) {
      return AgentCard.fromJSON(await one("GetExtendedAgentCard", params, options?.serviceParameters));
    },
    async sendMessage(params, options) {
      const result = await one("SendMessage", SendMessageRequest.toJSON(params), options?.serviceParameters);
      return Task.fromJSON(asObject(result)?.["task"]);
    },
    async *sendMessageStream(params, options) {
      const request = SendMessageRequest.toJSON(params);
      for await (const item of stream("SendStreamingMessage", request, options?.serviceParameters)) {
        const response = StreamResponse.fromJSON(item);
        yield response;
        if (isLast(response)) return;
      }
    },
    async getTask(params, options) {
      return Task.fromJSON(await one("GetTask", GetTaskRequest.toJSON(params), options?.serviceParameters));
    },
    async cancelTask(params, options) {
      return Task.fromJSON(await one("CancelTask", CancelTaskRequest.toJSON(params), options?.serviceParameters));
    },
    listTasks: unused,
    resubscribeTask: unused,
    createTaskPushNotificationConfig: unused,
    getTaskPushNotificationConfig: unused,
    listTaskPushNotificationConfig: unused,
    deleteTaskPushNotificationConfig: unused,
  };
}

const lastStates: ReadonlySet<TaskState | undefined> = new Set([
  TaskState.TASK_STATE_COMPLETED,
  TaskState.TASK_STATE_FAILED,
  TaskState.TASK_STATE_CANCELED,
  TaskState.TASK_STATE_REJECTED,
  TaskState.TASK_STATE_INPUT_REQUIRED,
]);

function isLast({ payload }: StreamResponse): boolean {
  return payload?.$case === "statusUpdate" && lastStates.has(payload.value.status?.state);
}

describe("the official A2A client in a conversation", () => {
  let sandbox: DemoSandbox;
  const conversations: Conversation[] = [];

  async function clientFor(title: string): Promise<Client> {
    const address = sandbox.addresses().find((one) => one.title === title);
    const conversation = await openConversation(sandbox.core, address?.link ?? "");
    conversations.push(conversation);
    const card = AgentCard.fromJSON({
      name: title,
      supportedInterfaces: [],
      capabilities: { streaming: true, extendedAgentCard: true },
    });
    return new Client(chatTransport(conversation), card);
  }

  beforeAll(async () => {
    sandbox = await createDemoSandbox({ stepMs: 1, slowDelayMs: 0 });
  });
  afterAll(async () => {
    for (const conversation of conversations) conversation.close();
    await sandbox.close();
  });

  it("reads the card, sends, streams, gets and lists", async () => {
    const client = await clientFor("Acme shop");
    const card = await client.getAgentCard();
    expect(card.supportedInterfaces[0]?.protocolBinding).toBe("https://simplex.chat/protocol/a2a/v1");

    const quote = await client.sendMessage(SendMessageRequest.fromJSON(a2aMessage("Price of two anvils")));
    expect("status" in quote && quote.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);

    const kinds: string[] = [];
    let taskId = "";
    for await (const { payload } of client.sendMessageStream(
      SendMessageRequest.fromJSON(a2aMessage("Order two anvils")),
    )) {
      kinds.push(payload?.$case ?? "");
      if (payload?.$case === "task") taskId = payload.value.id;
    }
    expect(kinds).toEqual([
      "task",
      ...["statusUpdate", "statusUpdate", "statusUpdate"],
      ...["artifactUpdate", "artifactUpdate", "artifactUpdate"],
      "statusUpdate",
    ]);
    const task = await client.getTask(GetTaskRequest.fromJSON({ id: taskId }));
    expect(task.artifacts[0]?.parts.map((part) => part.content?.value).join("")).toBe(
      "Order 1042: 2 × anvil\nTotal: EUR 480\nDelivery: Friday\n",
    );
  });

  it("goes on with a task that needs input", async () => {
    const client = await clientFor("Acme shop");
    const asked = await client.sendMessage(SendMessageRequest.fromJSON(a2aMessage("A gift, please")));
    if (!("status" in asked)) throw new Error("a task was expected");
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const more = a2aMessage("Wile E.", { messageId: "m-2", taskId: asked.id, contextId: asked.contextId });
    const done = await client.sendMessage(SendMessageRequest.fromJSON(more));
    expect("status" in done && done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  });

  it("cancels a stream that has no end of its own", async () => {
    const client = await clientFor("Endless ticker");
    const states: (TaskState | undefined)[] = [];
    let ticks = 0;
    for await (const { payload } of client.sendMessageStream(SendMessageRequest.fromJSON(a2aMessage("Go")))) {
      if (payload?.$case === "statusUpdate") states.push(payload.value.status?.state);
      if (payload?.$case === "statusUpdate" && ++ticks === 3) {
        const canceled = await client.cancelTask(CancelTaskRequest.fromJSON({ id: payload.value.taskId }));
        expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
      }
    }
    expect(states.at(-1)).toBe(TaskState.TASK_STATE_CANCELED);
  });
});
