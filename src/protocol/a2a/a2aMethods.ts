import type { ProtocolMethod } from "../json-rpc/protocolMethod.ts";

const base = "https://a2a-protocol.org/latest/specification/";

const exampleMessage = { messageId: "m-1", role: "ROLE_USER", parts: [{ text: "" }] };

/** The methods of the A2A 1.0 JSON-RPC binding; over gRPC and SLIMRPC the same names. */
export const a2aMethods: readonly ProtocolMethod[] = [
  {
    name: "SendMessage",
    kind: "unary",
    params: "SendMessageRequest",
    result: "SendMessageResponse",
    summary: "Sends a message to the agent and waits for the task's end or a message.",
    documentation: base,
    exampleParams: { message: exampleMessage },
  },
  {
    name: "SendStreamingMessage",
    kind: "streaming",
    params: "SendMessageRequest",
    result: "StreamResponse",
    summary: "Sends a message and receives every update of the task. Only in a conversation.",
    documentation: base,
    exampleParams: { message: exampleMessage },
  },
  {
    name: "GetTask",
    kind: "unary",
    params: "GetTaskRequest",
    result: "Task",
    summary: "Gets a task as it is now.",
    documentation: base,
    exampleParams: { id: "" },
  },
  {
    name: "ListTasks",
    kind: "unary",
    params: "ListTasksRequest",
    result: "ListTasksResponse",
    summary: "Lists the caller's tasks, page by page.",
    documentation: base,
    exampleParams: {},
  },
  {
    name: "CancelTask",
    kind: "unary",
    params: "CancelTaskRequest",
    result: "Task",
    summary: "Asks the agent to cancel a task.",
    documentation: base,
    exampleParams: { id: "" },
  },
  {
    name: "SubscribeToTask",
    kind: "streaming",
    params: "SubscribeToTaskRequest",
    result: "StreamResponse",
    summary: "Receives the updates of a running task from now on. Only in a conversation.",
    documentation: base,
    exampleParams: { id: "" },
  },
  {
    name: "CreateTaskPushNotificationConfig",
    kind: "push",
    params: "TaskPushNotificationConfig",
    result: "TaskPushNotificationConfig",
    summary: "Sets a web hook for a task. Not used over SimpleX.",
    documentation: base,
    exampleParams: { taskId: "", url: "" },
  },
  {
    name: "GetTaskPushNotificationConfig",
    kind: "push",
    params: "GetTaskPushNotificationConfigRequest",
    result: "TaskPushNotificationConfig",
    summary: "Gets a web hook of a task. Not used over SimpleX.",
    documentation: base,
    exampleParams: { taskId: "", id: "" },
  },
  {
    name: "ListTaskPushNotificationConfigs",
    kind: "push",
    params: "ListTaskPushNotificationConfigsRequest",
    result: "ListTaskPushNotificationConfigsResponse",
    summary: "Lists the web hooks of a task. Not used over SimpleX.",
    documentation: base,
    exampleParams: { taskId: "" },
  },
  {
    name: "DeleteTaskPushNotificationConfig",
    kind: "push",
    params: "DeleteTaskPushNotificationConfigRequest",
    result: undefined,
    summary: "Removes a web hook of a task. Not used over SimpleX.",
    documentation: base,
    exampleParams: { taskId: "", id: "" },
  },
  {
    name: "GetExtendedAgentCard",
    kind: "unary",
    params: "GetExtendedAgentCardRequest",
    result: "AgentCard",
    summary: "Gets the agent's card; over SimpleX, for a caller without credentials, the public one.",
    documentation: base,
    exampleParams: {},
  },
];

/** Method names of A2A 0.3, with their names in 1.0. */
export const legacyA2aMethods: Readonly<Record<string, string>> = {
  "message/send": "SendMessage",
  "message/stream": "SendStreamingMessage",
  "tasks/get": "GetTask",
  "tasks/list": "ListTasks",
  "tasks/cancel": "CancelTask",
  "tasks/resubscribe": "SubscribeToTask",
  "tasks/pushNotificationConfig/set": "CreateTaskPushNotificationConfig",
  "tasks/pushNotificationConfig/get": "GetTaskPushNotificationConfig",
  "tasks/pushNotificationConfig/list": "ListTaskPushNotificationConfigs",
  "tasks/pushNotificationConfig/delete": "DeleteTaskPushNotificationConfig",
  "agent/getAuthenticatedExtendedCard": "GetExtendedAgentCard",
};
