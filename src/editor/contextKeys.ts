/** What `when` clauses of the manifest ask for. */
export const contextKeys = {
  /** A call has not ended yet. */
  callUnderWay: "simplexAgents.callUnderWay",
  /** A request has been sent in this window, so there is one to resend. */
  hasSent: "simplexAgents.hasSent",
  /** The view of addresses shows only those that a filter lets through. */
  addressesFiltered: "simplexAgents.addressesFiltered",
  /** The core's conversations can be listed. */
  coreReady: "simplexAgents.coreReady",
} as const;
