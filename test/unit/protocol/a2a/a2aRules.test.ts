import { describe, expect, it } from "vitest";
import { listedA2aRules } from "../../../../src/protocol/a2a/rules.ts";
import { checkProtocolReply, checkProtocolRequest } from "../../../../src/protocol/binding/checkRequest.ts";
import type { ReplyContext, RequestContext } from "../../../../src/protocol/json-rpc/bindingContext.ts";
import { markedText, rangesOf, treeOf } from "../kit/markedText.ts";
import { afterFix } from "../kit/textProperties.ts";

const version = '"a2a-service-parameters": {"A2A-Version": "1.0"}';
const text = '"parts": [{"text": "hi"}]';
const message = `{"messageId": "m-1", "role": "ROLE_USER", ${text}}`;

interface RequestCase {
  readonly code: string;
  readonly text: string;
  readonly context?: RequestContext;
  readonly fixed?: string;
}

const rpc: RequestContext = { transport: "rpc" };

/** A `SendMessage` request with one thing of its own in the message or around it. */
const send = (inMessage: string, around = ""): string =>
  `{"method": "SendMessage", "params": {"message": {"messageId": "m", ${inMessage}}${around}}}`;

const parameters = (members: string): string => `{"a2a-service-parameters": {${members}}}`;

const requestCases: readonly RequestCase[] = [
  { code: "json-rpc/fractional-id", text: '{"id": «1.5»}' },
  { code: "a2a/legacy-method", text: '{"method": «"message/send"»}', fixed: '{"method": "SendMessage"}' },
  { code: "a2a/legacy-method", text: '{"method": «"tasks/resubscribe"»}', fixed: '{"method": "SubscribeToTask"}' },
  { code: "a2a/unknown-method", text: '{"method": «"sendMessage"»}', fixed: '{"method": "SendMessage"}' },
  { code: "a2a/unknown-method", text: '{"method": «"tools/list"»}' },
  { code: "a2a/streaming-over-rpc", text: '{"method": «"SendStreamingMessage"»}', context: rpc },
  { code: "a2a/streaming-over-rpc", text: '{"method": "SendStreamingMessage"}' },
  { code: "a2a/conversation-required", text: '{"method": «"GetTask"»}', context: rpc },
  { code: "a2a/conversation-required", text: send(`«"contextId": "c"», «"taskId": "t"»`), context: rpc },
  { code: "a2a/conversation-required", text: send('"contextId": "", "taskId": ""'), context: rpc },
  {
    code: "a2a/conversation-required",
    text: send(text, ', "configuration": {«"returnImmediately": true»}'),
    context: rpc,
  },
  {
    code: "a2a/conversation-required",
    text: send(text, ', "configuration": {"returnImmediately": false}'),
    context: rpc,
  },
  { code: "a2a/push-not-used", text: '{"method": «"GetTaskPushNotificationConfig"»}' },
  {
    code: "a2a/push-config-not-used",
    text: send(text, ', "configuration": {«"taskPushNotificationConfig"»: {"url": "https://a.example"}}'),
  },
  {
    code: "a2a/push-config-not-used",
    text: send(text, ', "configuration": {"taskPushNotificationConfig": {"url": "https://a.example"}}'),
    context: { transport: "slimrpc" },
  },
  { code: "a2a/push-not-used", text: '{"method": "GetTaskPushNotificationConfig"}', context: { transport: "slimrpc" } },
  {
    code: "a2a/missing-version",
    text: '«{»"jsonrpc": "2.0"}',
    fixed: '{"jsonrpc": "2.0", "a2a-service-parameters": {"A2A-Version": "1.0"}}',
  },
  { code: "a2a/missing-version", text: '{"a2a-service-parameters": «{»}}', fixed: parameters('"A2A-Version": "1.0"') },
  { code: "a2a/missing-version", text: parameters('"a2a-VERSION": "1.0"') },
  { code: "a2a/missing-version", text: "{}", context: { ...rpc, addedServiceParameters: ["a2a-version"] } },
  { code: "a2a/service-parameters-type", text: '{"a2a-service-parameters": «["A2A-Version: 1.0"]»}' },
  {
    code: "a2a/service-parameters-spelling",
    text: '{«"A2A-Service-Parameters"»: {"a2a-VERSION": "1.0"}}',
    fixed: '{"a2a-service-parameters": {"a2a-VERSION": "1.0"}}',
  },
  // One in other letter case is not missing as well.
  { code: "a2a/missing-version", text: '{"A2A-Service-Parameters": {"a2a-VERSION": "1.0"}}' },
  // A response is asked for nothing that a request must have.
  { code: "a2a/missing-version", text: '{"jsonrpc": "2.0", "id": 1, "result": {}}' },
  { code: "a2a/service-parameters-place", text: '{"method": "GetTask", "params": {«"a2a-service-parameters"»: {}}}' },
  {
    code: "a2a/service-parameter-value",
    text: parameters('"A2A-Extensions": «["https://a.example", "https://b.example"]»'),
    fixed: parameters('"A2A-Extensions": "https://a.example, https://b.example"'),
  },
  {
    code: "a2a/service-parameter-value",
    text: parameters('"A2A-Version": «1.0»'),
    fixed: parameters('"A2A-Version": "1.0"'),
  },
  { code: "a2a/service-parameter-value", text: parameters('"X-Trace": «"a\\r\\nAuthorization: b"»') },
  { code: "a2a/service-parameter-name", text: parameters('«"A2A Version"»: "1.0"') },
  { code: "a2a/duplicate-service-parameter", text: parameters('"A2A-Version": "1.0", «"a2a-version"»: "1.0"') },
  { code: "a2a/version-form", text: parameters('"A2A-Version": «"1.0.1"»'), fixed: parameters('"A2A-Version": "1.0"') },
  { code: "a2a/version-form", text: parameters('"a2a-version": «""»'), fixed: parameters('"a2a-version": "1.0"') },
  { code: "a2a/version-form", text: parameters('"A2A-Version": «"1"»'), fixed: parameters('"A2A-Version": "1.0"') },
  { code: "a2a/other-version", text: parameters('"A2A-Version": «"0.3"»'), fixed: parameters('"A2A-Version": "1.0"') },
  { code: "a2a/other-version", text: parameters('"A2A-Version": "1.1"') },
  { code: "a2a/extensions-form", text: parameters('"A2A-Extensions": «"https://a.example,geo"»') },
  {
    code: "a2a/credential-in-group",
    text: parameters('«"authorization": "Bearer {{token}}"»'),
    context: { transport: "chat", hasMention: true },
  },
  {
    code: "a2a/credential-in-group",
    text: parameters('«"X-API-Key": "k"»'),
    context: { transport: "chat", chat: "group" },
  },
  {
    code: "a2a/credential-in-group",
    text: parameters('"Authorization": "k"'),
    context: { transport: "chat", chat: "direct" },
  },
  { code: "a2a/credential-in-file", text: parameters('«"Authorization": "k"»') },
  {
    code: "a2a/legacy-member",
    text: send('"parts": [{«"kind"»: "text", "text": "hi"}]'),
    fixed: send('"parts": [{"text": "hi"}]'),
  },
  { code: "a2a/legacy-member", text: send('"parts": [{«"file"»: {"uri": "https://a.example"}}]') },
  {
    code: "a2a/legacy-member",
    text: send(text, ', "configuration": {«"blocking"»: true}'),
    fixed: send(text, ', "configuration": {}'),
  },
  { code: "a2a/legacy-value", text: send('"role": «"user"»'), fixed: send('"role": "ROLE_USER"') },
  {
    code: "a2a/legacy-value",
    text: '{"method": "ListTasks", "params": {"status": «"input-required"»}}',
    fixed: '{"method": "ListTasks", "params": {"status": "TASK_STATE_INPUT_REQUIRED"}}',
  },
  { code: "a2a/snake-case", text: send('«"context_id"»: "c"'), fixed: send('"contextId": "c"') },
  // A member in snake_case is not missing as well.
  {
    code: "a2a/missing-member",
    text: '{"method": "SendMessage", "params": {"message": {"message_id": "m", "role": "ROLE_USER", "parts": [{"text": ""}]}}}',
  },
  {
    code: "a2a/url-safe-base64",
    text: send('"parts": [{"raw": «"_-8="»}]'),
    fixed: send('"parts": [{"raw": "/+8="}]'),
  },
  { code: "a2a/not-base64", text: send('"parts": [{"raw": «"a b"»}]') },
  {
    code: "a2a/not-base64",
    text: send('"parts": [{"raw": "YWI="}, {"raw": "YWI"}, {"raw": «"YWIxY"»}, {"raw": «"YWI=="»}]'),
  },
  { code: "a2a/page-size", text: '{"method": "ListTasks", "params": {"pageSize": «0»}}' },
  { code: "a2a/page-size", text: '{"method": "ListTasks", "params": {"pageSize": 1}}' },
  { code: "a2a/page-size", text: '{"method": "ListTasks", "params": {"pageSize": 100}}' },
  { code: "a2a/page-size", text: '{"method": "ListTasks", "params": {"pageSize": «101»}}' },
  { code: "a2a/missing-member", text: '«{»"method": "GetTask"}', fixed: '{"method": "GetTask", "params": {"id":""}}' },
  { code: "a2a/missing-member", text: '{"method": "ListTasks"}' },
  {
    code: "a2a/missing-member",
    text: '{"method": "CancelTask", "params": «{»}}',
    fixed: '{"method": "CancelTask", "params": {"id": ""}}',
  },
  { code: "a2a/wrong-type", text: send('"parts": [{"text": «5»}]') },
  { code: "a2a/unknown-value", text: send('"role": «"ROLE_USR"»'), fixed: send('"role": "ROLE_USER"') },
  { code: "a2a/out-of-range", text: send('"parts": «[]»') },
  { code: "a2a/not-a-timestamp", text: '{"method": "ListTasks", "params": {"statusTimestampAfter": «"yesterday"»}}' },
  { code: "a2a/one-of", text: send('"parts": [«{»"filename": "a"}, {"text": "a", «"url"»: "b"}]') },
  {
    code: "a2a/unknown-member",
    text: send('"parts": [{"text": "a", «"filname"»: "b"}]'),
    fixed: send('"parts": [{"text": "a", "filename": "b"}]'),
  },
];

interface ReplyCase {
  readonly code: string;
  readonly text: string;
  readonly to?: string;
  readonly context?: Partial<ReplyContext>;
}

const status = (state: string): string => `"taskId": "t", "contextId": "c", "status": {"state": "${state}"}`;
const stream = "SendStreamingMessage";

const replyCases: readonly ReplyCase[] = [
  { code: "json-rpc/result-or-error", text: '«{»"method": "notify"}' },
  { code: "json-rpc/request-received", text: '{"id": 1, «"method"»: "notify"}' },
  { code: "json-rpc/result-type", text: '{"id": 1, "result": «"done"»}' },
  { code: "json-rpc/result-type", text: '{"id": 1, "result": {}}' },
  {
    code: "a2a/bare-result",
    to: "SendMessage",
    text: '{"id": 1, "result": «{»"id": "t", "status": {"state": "TASK_STATE_FAILED"}}}',
  },
  {
    code: "a2a/bare-result",
    to: stream,
    text: `{"id": 1, "result": «{»"kind": "status-update", ${status("TASK_STATE_FAILED")}, "final": true}}`,
  },
  {
    code: "a2a/bare-result",
    to: stream,
    text: '{"id": 1, "result": «{»"taskId": "t", "contextId": "c", "artifact": {"artifactId": "a", "parts": [{"text": ""}]}}}',
  },
  {
    code: "a2a/bare-result",
    to: "GetTask",
    text: '{"id": 1, "result": {"id": "t", "status": {"state": "TASK_STATE_FAILED"}}}',
  },
  { code: "a2a/one-of", to: stream, text: '{"id": 1, "result": «{»}}' },
  {
    code: "a2a/stream-start",
    to: stream,
    context: { isFirst: true },
    text: `{"id": 1, "result": {«"statusUpdate"»: {${status("TASK_STATE_WORKING")}}}}`,
  },
  {
    code: "a2a/stream-start",
    to: stream,
    context: { isFirst: true },
    text: `{"id": 1, "result": {"message": ${message}}}`,
  },
  {
    code: "a2a/stream-end",
    to: stream,
    context: { isLast: true },
    text: `{"id": 1, "result": «{»"statusUpdate": {${status("TASK_STATE_WORKING")}}}}`,
  },
  {
    code: "a2a/stream-end",
    to: stream,
    context: { isLast: true },
    text: `{"id": 1, "result": {"statusUpdate": {${status("TASK_STATE_INPUT_REQUIRED")}}}}`,
  },
  {
    code: "a2a/stream-end",
    to: stream,
    context: { isLast: true },
    text: `{"id": 1, "result": {"message": ${message}}}`,
  },
  {
    code: "a2a/legacy-member",
    to: stream,
    text: `{"id": 1, "result": {"statusUpdate": {${status("TASK_STATE_WORKING")}, «"final"»: false}}}`,
  },
  {
    code: "a2a/unfinished-task",
    to: "SendMessage",
    context: { transport: "rpc" },
    text: '{"id": 1, "result": {"task": {"id": "t", "status": {"state": «"TASK_STATE_SUBMITTED"»}}}}',
  },
  {
    code: "a2a/not-a-timestamp",
    to: "GetTask",
    text: '{"id": 1, "result": {"id": "t", "status": {"state": "TASK_STATE_FAILED", "timestamp": «"2026-13-01T00:00:00Z"»}}}',
  },
  { code: "a2a/error-data", text: '{"id": 1, "error": {"code": -32001, "message": "", "data": «{}»}}' },
  {
    code: "a2a/error-data",
    text: '{"id": 1, "error": {"code": -32001, "message": "", "data": [«{»"reason": "x"}, «1»]}}',
  },
  { code: "json-rpc/reserved-code", text: '{"id": 1, "error": {"code": «-32010», "message": ""}}' },
  { code: "json-rpc/reserved-code", text: '{"id": 1, "error": {"code": -32009, "message": ""}}' },
];

describe("A2A requests", () => {
  it.each(requestCases)("$code: $text", ({ code, text: marked, context, fixed }) => {
    const { text: plain, ranges } = markedText(marked);
    const problems = checkProtocolRequest("a2a", treeOf(plain), context ?? { transport: "chat" });
    expect(rangesOf(problems, code)).toEqual(ranges);
    if (fixed !== undefined) {
      const problem = problems.find((one) => one.code === code);
      expect(afterFix(plain, problem)).toBe(fixed);
    }
  });

  it("bring nothing when they are right", () => {
    const request = `{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", ${version}, "params": {"message": ${message}}}`;
    for (const transport of ["chat", "rpc", "slimrpc"] as const)
      expect(checkProtocolRequest("a2a", treeOf(request), { transport })).toEqual([]);
  });

  it.each([
    '{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "a2a-service-parameters": {{parameters}}, "params": {"message": {{message}}}}',
    `{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", ${version}, "params": {"message": {"messageId": "{{id}}", "role": "{{role}}", "parts": [{"raw": "{{bytes}}"}, {{part}}]}}}`,
    '{"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "a2a-service-parameters": {"A2A-Version": "{{version}}"}, "params": {{params}}}',
  ])("are not judged where a variable stands: %s", (request) => {
    expect(checkProtocolRequest("a2a", treeOf(request), { transport: "rpc" })).toEqual([]);
  });
});

describe("A2A replies", () => {
  it.each(replyCases)("$code: $text", ({ code, text: marked, to, context }) => {
    const { text: plain, ranges } = markedText(marked);
    const request = { id: 1, method: to };
    const problems = checkProtocolReply("a2a", treeOf(plain), { transport: "chat", request, ...context });
    expect(rangesOf(problems, code)).toEqual(ranges);
  });
});

it("each rule of A2A is shown here", () => {
  const shown = new Set([...requestCases, ...replyCases].map((one) => one.code));
  const codes = Object.keys(listedA2aRules);
  expect(codes.filter((code) => !shown.has(code))).toEqual([]);
});
