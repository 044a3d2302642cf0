/** The views and panels of the extension. The first three stand in the manifest. */
export const viewIds = {
  addresses: "simplexAgents.addresses",
  conversations: "simplexAgents.conversations",
  history: "simplexAgents.history",
  callPanel: "simplexAgents.callPanel",
  inspection: "simplexAgents.inspection",
} as const;
