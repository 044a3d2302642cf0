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
  /** The view of past calls shows only those that a search finds. */
  historySearched: "simplexAgents.historySearched",
  /** The view of past calls groups them by their target. */
  historyGrouped: "simplexAgents.historyGrouped",
  /** A past call is selected for comparison with another one. */
  callSelected: "simplexAgents.callSelected",
  /** Comparisons hide ids and times. */
  volatileHidden: "simplexAgents.volatileHidden",
} as const;
