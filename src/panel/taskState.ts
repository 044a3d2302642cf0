const names: Readonly<Record<string, string>> = {
  TASK_STATE_SUBMITTED: "submitted",
  TASK_STATE_WORKING: "working",
  TASK_STATE_COMPLETED: "completed",
  TASK_STATE_FAILED: "failed",
  TASK_STATE_CANCELED: "canceled",
  TASK_STATE_REJECTED: "rejected",
  TASK_STATE_INPUT_REQUIRED: "input required",
  TASK_STATE_AUTH_REQUIRED: "auth required",
  TASK_STATE_UNSPECIFIED: "unspecified",
};

/** A task's state as the specification names it in prose; any other text as it came. */
export function taskStateName(state: string): string {
  return Object.hasOwn(names, state) ? (names[state] ?? state) : state;
}
