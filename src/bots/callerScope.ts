import { asArray, asObject, asString } from "../core/records/jsonShape.ts";
import type { JsonRpcRequest } from "./jsonRpcRequest.ts";

/** Which caller made which A2A context and task (agent-protocols#callers-and-authorization). */
export interface CallerScope {
  /** True when a request names a context or task that is not its caller's: it is answered like an unknown task. */
  isForeign(request: JsonRpcRequest, caller: string): boolean;
  /** Keeps the ids in a result for its caller. */
  remember(result: unknown, caller: string): void;
  /** The tasks of a `ListTasks` result that are its caller's. */
  ownTasks(tasks: readonly unknown[], caller: string): readonly unknown[];
}

export const taskNotFoundCode = -32_001;

/** Ids whose caller is remembered; the oldest are forgotten, and nobody can name them any more where `isStrict`. */
const maxIds = 10_000;
const methodsByTask: ReadonlySet<string> = new Set(["GetTask", "CancelTask", "SubscribeToTask"]);

/** With `isStrict`, ids that nobody made here are foreign too: for an agent that does not tell callers apart. */
export function createCallerScope(isStrict: boolean): CallerScope {
  const callers = new Map<string, string>();

  function isOthers(id: string | undefined, caller: string): boolean {
    if (id === undefined || id === "") return false;
    const owner = callers.get(id);
    return owner === undefined ? isStrict : owner !== caller;
  }

  function keep(id: unknown, caller: string): void {
    if (typeof id !== "string" || id === "" || callers.has(id)) return;
    callers.set(id, caller);
    const oldest = callers.keys().next().value;
    if (callers.size > maxIds && oldest !== undefined) callers.delete(oldest);
  }

  return {
    isForeign(request, caller) {
      const sent = asObject(request.params["message"]);
      const named = [sent?.["contextId"], sent?.["taskId"], request.params["contextId"]];
      if (methodsByTask.has(request.method)) named.push(request.params["id"]);
      return named.some((id) => isOthers(asString(id), caller));
    },
    remember(result, caller) {
      const payload = asObject(result);
      for (const carrier of [
        payload,
        ...["task", "message", "statusUpdate"].map((member) => asObject(payload?.[member])),
      ]) {
        keep(carrier?.["contextId"], caller);
        keep(carrier?.["taskId"], caller);
        if (asObject(carrier?.["status"]) !== undefined) keep(carrier?.["id"], caller);
      }
    },
    ownTasks: (tasks, caller) =>
      asArray(tasks)?.filter((task) => callers.get(asString(asObject(task)?.["id"]) ?? "") === caller) ?? [],
  };
}
