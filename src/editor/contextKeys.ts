/** What `when` clauses of the manifest ask for. */
export const contextKeys = {
  /** A call has not ended yet. */
  callUnderWay: "simplexAgents.callUnderWay",
  /** A request has been sent in this window, so there is one to resend. */
  hasSent: "simplexAgents.hasSent",
} as const;
