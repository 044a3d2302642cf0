import type { CallFile, CallRequest } from "../../protocol/call/callFile.ts";
import { capturedNames } from "../../protocol/call/capturedNames.ts";

/** The order in which requests of a file run, by their positions in it. */
export interface RequestOrder {
  readonly order: readonly number[];
  /** For each position, the requests whose captures it needs, directly. */
  readonly needs: ReadonlyMap<number, ReadonlySet<number>>;
  /** Requests that need each other in a circle, each with the circle as names of variables: they cannot run. */
  readonly circles: ReadonlyMap<number, readonly string[]>;
}

/**
 * The order of the file, except that a request comes after those whose captures it uses. `wanted` are the positions to run;
 * the requests they need are added. A name is captured for a request by the nearest `@set` before it, else by the first
 * one after it; one that the file defines anyway needs no capture from below.
 */
export function requestOrder(file: CallFile, wanted?: readonly number[]): RequestOrder {
  const needs = new Map<number, Map<number, string>>();
  for (const [index, request] of file.requests.entries()) needs.set(index, neededBy(file, request, index));
  const order: number[] = [];
  const circles = new Map<number, readonly string[]>();
  const state = new Map<number, "open" | "done">();
  const path: number[] = [];

  for (const index of wanted ?? file.requests.keys()) visit(index);
  return { order, needs: new Map([...needs].map(([index, names]) => [index, new Set(names.keys())])), circles };

  function visit(index: number): void {
    if (state.get(index) === "done") return;
    if (state.get(index) === "open") {
      noteCircle(path.slice(path.indexOf(index)));
      return;
    }
    state.set(index, "open");
    path.push(index);
    for (const needed of needs.get(index)?.keys() ?? []) visit(needed);
    path.pop();
    state.set(index, "done");
    order.push(index);
  }

  function noteCircle(members: readonly number[]): void {
    const names = members.map((member, position) => {
      const next = members[(position + 1) % members.length] ?? member;
      return needs.get(member)?.get(next) ?? "";
    });
    for (const member of members) circles.set(member, names);
  }
}

/** The positions of the requests whose captures a request uses, each with the name it uses. */
function neededBy(file: CallFile, request: CallRequest, index: number): Map<number, string> {
  const needed = new Map<number, string>();
  for (const name of usedNames(file, request)) {
    const setters = [...file.requests.entries()].filter(([, other]) => capturedNames(other).includes(name));
    const before = setters.findLast(([position]) => position < index);
    const isDefined = file.variables.some((definition) => definition.name.text === name);
    const after = isDefined ? undefined : setters.find(([position]) => position > index);
    const setter = before ?? after;
    if (setter && !needed.has(setter[0])) needed.set(setter[0], name);
  }
  return needed;
}

/** The names a request uses itself, and through the file's variables. */
function usedNames(file: CallFile, request: CallRequest): ReadonlySet<string> {
  const names = new Set<string>();
  const open = request.variableUses.map((use) => use.expression.text);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    const definition = file.variables.findLast((one) => one.name.text === name);
    open.push(...(definition?.variableUses ?? []).map((use) => use.expression.text));
  }
  return names;
}
