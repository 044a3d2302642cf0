import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import { AgentEvent, type AgentExecutor, type ExecutionEventBus, type RequestContext } from "@a2a-js/sdk/server";
import { a2aBindingUri } from "../a2aServer.ts";
import { type DemoPace, step } from "./demoPace.ts";
import { findWare, priceOf, readOrder } from "./shopStock.ts";

/** The SDK keeps every status of a task: a ticker that nobody cancels must not fill the memory. */
const maxTicks = 1_000;

/** Acme's agent: quotes at once, orders step by step, asks back for gifts; "endless" runs until it is cancelled. */
export function shopAgent(pace: DemoPace, options: { readonly isEndless?: boolean } = {}): AgentExecutor {
  const running = new Map<string, AbortController>();
  return {
    async execute(request, bus) {
      const work = new AbortController();
      running.set(request.taskId, work);
      const task = taskEvents(request, bus);
      try {
        if (options.isEndless === true) await tick(task, pace, work.signal);
        else await serve(request, task, pace, work.signal);
      } finally {
        running.delete(request.taskId);
      }
    },
    cancelTask(taskId) {
      running.get(taskId)?.abort();
      return Promise.resolve();
    },
  };
}

/** The card of an agent at a SimpleX address (agent-protocols#identification). */
export function shopCard(name: string, description: string, link: string): AgentCard {
  return AgentCard.fromJSON({
    name,
    description,
    version: "1.0.0",
    provider: { organization: "Acme", url: "https://acme.example" },
    supportedInterfaces: [{ url: link, protocolBinding: a2aBindingUri, protocolVersion: "1.0" }],
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [
      {
        id: "orders",
        name: "Orders",
        description: "Quotes and orders of anvils, rope and magnets.",
        tags: ["shop"],
        examples: ["Price of two anvils delivered to Lisbon", "Order two anvils, delivered by Friday"],
      },
    ],
  });
}

async function serve(request: RequestContext, task: TaskEvents, pace: DemoPace, signal: AbortSignal): Promise<void> {
  const sent = messageText(request.userMessage);
  const words = sent.toLowerCase();
  task.begin();
  if (request.task !== undefined) return task.finish("TASK_STATE_COMPLETED", `Thank you. The card will say "${sent}".`);
  if (words.includes("gift")) return task.finish("TASK_STATE_INPUT_REQUIRED", "Which name shall be on the gift card?");
  if (words.includes("refuse")) return task.finish("TASK_STATE_REJECTED", "Acme does not do that.");
  if (words.includes("break")) return task.finish("TASK_STATE_FAILED", "The forge is out of coal.");
  const { item, quantity } = readOrder(sent);
  const ware = findWare(item);
  const price = ware === undefined ? 0 : priceOf(ware, quantity);
  if (!words.includes("order")) {
    task.artifact("quote", `EUR ${price}, delivered within 5 days.`, { isFirst: true, isLast: true });
    return task.finish("TASK_STATE_COMPLETED");
  }
  await deliver(task, pace, signal, `${quantity} × ${item}`, price);
}

async function deliver(
  task: TaskEvents,
  pace: DemoPace,
  signal: AbortSignal,
  what: string,
  price: number,
): Promise<void> {
  for (const stage of ["The order is being checked.", "The stock is reserved.", "The parcel is being packed."]) {
    task.working(stage);
    if (!(await step(pace, signal))) return task.finish("TASK_STATE_CANCELED", "The order was cancelled.");
  }
  const lines = [`Order 1042: ${what}\n`, `Total: EUR ${price}\n`, "Delivery: Friday\n"];
  for (const [index, line] of lines.entries()) {
    task.artifact("confirmation", line, { isFirst: index === 0, isLast: index === lines.length - 1 });
    if (!(await step(pace, signal))) return task.finish("TASK_STATE_CANCELED", "The order was cancelled.");
  }
  task.finish("TASK_STATE_COMPLETED", "Order 1042 confirmed, delivery on Friday.");
}

async function tick(task: TaskEvents, pace: DemoPace, signal: AbortSignal): Promise<void> {
  task.begin();
  for (let count = 1; count <= maxTicks; count++) {
    task.working(`Tick ${count}`);
    if (!(await step(pace, signal))) return task.finish("TASK_STATE_CANCELED", "The ticker was stopped.");
  }
  task.finish("TASK_STATE_FAILED", "Nobody cancelled the ticker: its spring has run down.");
}

interface TaskEvents {
  /** Every run begins with the task itself. */
  begin(): void;
  working(text: string): void;
  artifact(artifactId: string, text: string, place: { readonly isFirst: boolean; readonly isLast: boolean }): void;
  /** The last event of the run. */
  finish(state: string, text?: string): void;
}

function taskEvents(request: RequestContext, bus: ExecutionEventBus): TaskEvents {
  const { taskId, contextId } = request;
  let messageCount = 0;
  const status = (state: string, text: string | undefined): void => {
    messageCount++;
    const message = {
      messageId: `${taskId}-${messageCount}`,
      taskId,
      contextId,
      role: "ROLE_AGENT",
      parts: [{ text }],
    };
    bus.publish(
      AgentEvent.statusUpdate(
        TaskStatusUpdateEvent.fromJSON({
          taskId,
          contextId,
          status: { state, ...(text !== undefined && { message }) },
        }),
      ),
    );
  };
  return {
    begin() {
      const begun =
        request.task ??
        Task.fromJSON({
          id: taskId,
          contextId,
          status: { state: "TASK_STATE_SUBMITTED" },
          history: [Message.toJSON(request.userMessage)],
        });
      bus.publish(AgentEvent.task(begun));
    },
    working: (text) => status("TASK_STATE_WORKING", text),
    artifact(artifactId, text, { isFirst, isLast }) {
      bus.publish(
        AgentEvent.artifactUpdate(
          TaskArtifactUpdateEvent.fromJSON({
            taskId,
            contextId,
            artifact: { artifactId, name: artifactId, parts: [{ text }] },
            append: !isFirst,
            lastChunk: isLast,
          }),
        ),
      );
    },
    finish(state, text) {
      status(state, text);
      bus.finished();
    },
  };
}

function messageText(message: Message): string {
  return message.parts.map((part) => (part.content?.$case === "text" ? part.content.value : "")).join(" ");
}
