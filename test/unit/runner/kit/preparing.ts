import { parseCallFile } from "../../../../src/protocol/call/parse/parseCallFile.ts";
import { type PrepareContext, type PrepareResult, prepareRequest } from "../../../../src/runner/run/prepareRequest.ts";
import type { BuiltIns, OuterScopes } from "../../../../src/runner/values/variables.ts";

export const builtIns: BuiltIns = {
  uuid: () => "6f1f0d2e-0000-4000-8000-000000000000",
  now: () => Date.UTC(2026, 9, 21, 12),
  randomInt: (minimum) => minimum,
  environmentVariable: (name) => (name === "REGION" ? "Lisbon" : undefined),
  secret: async (name) => (name === "token" ? 'pla"nted-secret' : name === "pin" ? "123" : undefined),
};

export const emptyScopes: OuterScopes = {
  captured: new Map(),
  capturedIn: () => undefined,
  environment: undefined,
  privateEnvironment: undefined,
};

/** Prepares the first request of a file, or the one at `index`. */
export async function prepare(text: string, changes: Partial<PrepareContext> = {}, index = 0): Promise<PrepareResult> {
  const file = parseCallFile(text);
  const request = file.requests[index];
  if (request === undefined) throw new Error("The text has no such request.");
  return await prepareRequest(file, request, {
    text,
    scopes: emptyScopes,
    builtIns,
    signingKey: async () => undefined,
    ...changes,
  });
}

/** The prepared call, or an error that lists the problems. */
export async function prepared(text: string, changes: Partial<PrepareContext> = {}, index = 0) {
  const result = await prepare(text, changes, index);
  if (result.kind === "prepared") return result.call;
  throw new Error(result.problems.map((problem) => `${problem.code}: ${problem.message}`).join("\n"));
}

/** The codes of the problems; empty when the request can be sent. */
export async function problemCodes(text: string, changes: Partial<PrepareContext> = {}): Promise<readonly string[]> {
  const result = await prepare(text, changes);
  return result.kind === "problems" ? result.problems.map((problem) => problem.code) : [];
}
