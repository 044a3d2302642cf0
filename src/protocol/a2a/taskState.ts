/** Terminal states (a2a#4.1.3) and interrupted ones, with the numbers that ProtoJSON also accepts for them. */
const endStates: ReadonlySet<unknown> = new Set([
  "TASK_STATE_COMPLETED",
  3,
  "TASK_STATE_FAILED",
  4,
  "TASK_STATE_CANCELED",
  5,
  "TASK_STATE_REJECTED",
  7,
  "TASK_STATE_INPUT_REQUIRED",
  6,
  "TASK_STATE_AUTH_REQUIRED",
  8,
]);

/** Terminal or interrupted: the states with which a stream ends over SimpleX (agent-protocols#streaming). */
export function endsStream(state: unknown): boolean {
  return endStates.has(state);
}

/** Roles and states as A2A 0.3 spells them, with their spelling in 1.0. */
const legacyValues: Readonly<Record<string, string>> = {
  user: "ROLE_USER",
  agent: "ROLE_AGENT",
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  completed: "TASK_STATE_COMPLETED",
  canceled: "TASK_STATE_CANCELED",
  cancelled: "TASK_STATE_CANCELED",
  failed: "TASK_STATE_FAILED",
  rejected: "TASK_STATE_REJECTED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
  unknown: "TASK_STATE_UNSPECIFIED",
};

/** The 1.0 spelling of a role or task state written as in 0.3, or undefined for any other text. */
export function currentSpelling(value: string): string | undefined {
  return Object.hasOwn(legacyValues, value) ? legacyValues[value] : undefined;
}
