import type { CallState, CallView } from "../callView.ts";

/** What can be done with the call on show: a button of the header and the request that it makes of the host. */
interface CallAction {
  /** In English, for `t`. */
  readonly label: string;
  readonly icon: string;
  readonly focusKey: string;
  readonly action: "cancel-call" | "resend" | "call-tool" | "compare-previous" | "reveal-request" | "open-request";
  readonly isLabelled?: boolean;
  readonly isShown: (view: CallView) => boolean;
}

/** In the order of the header. */
export const callActions: readonly CallAction[] = [
  {
    label: "Cancel",
    icon: "debug-stop",
    focusKey: "cancel",
    action: "cancel-call",
    isLabelled: true,
    isShown: ({ state }) => isOpen(state),
  },
  {
    label: "Send again",
    icon: "refresh",
    focusKey: "resend",
    action: "resend",
    isShown: ({ state }) => !isOpen(state),
  },
  {
    label: "Call another tool",
    icon: "tools",
    focusKey: "call-tool",
    action: "call-tool",
    isShown: ({ header }) => header.protocol === "mcp",
  },
  {
    label: "Compare with the previous run",
    icon: "diff",
    focusKey: "compare-previous",
    action: "compare-previous",
    isShown: ({ state }) => !isOpen(state),
  },
  {
    label: "Go to the request",
    icon: "go-to-file",
    focusKey: "reveal",
    action: "reveal-request",
    isShown: ({ header }) => header.hasSource,
  },
  {
    label: "Open what was sent",
    icon: "code",
    focusKey: "sent",
    action: "open-request",
    isShown: () => true,
  },
];

/** True while replies may still come. */
export function isOpen(state: CallState): boolean {
  return state.kind === "waiting" || state.kind === "streaming";
}
