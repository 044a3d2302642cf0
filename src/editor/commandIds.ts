/** The commands of the manifest. `extension.ts` gives each one its handler, and a test compares them with `package.json`. */
export const commandIds = {
  send: "simplexAgents.send",
  resendLast: "simplexAgents.resendLast",
  cancel: "simplexAgents.cancel",
  newRequest: "simplexAgents.newRequest",
  copyLink: "simplexAgents.copyLink",
  openSource: "simplexAgents.openSource",
  refreshAddresses: "simplexAgents.refreshAddresses",
  checkAs: "simplexAgents.checkAs",
  convertToCommand: "simplexAgents.convertToCommand",
  convertToEnvelope: "simplexAgents.convertToEnvelope",
  fixAll: "simplexAgents.fixAll",
  selectEnvironment: "simplexAgents.selectEnvironment",
  selectCore: "simplexAgents.selectCore",
  reconnectCore: "simplexAgents.reconnectCore",
  setSecret: "simplexAgents.setSecret",
  deleteSecret: "simplexAgents.deleteSecret",
  createSigningKey: "simplexAgents.createSigningKey",
  importSigningKey: "simplexAgents.importSigningKey",
  deleteSigningKey: "simplexAgents.deleteSigningKey",
  showLog: "simplexAgents.showLog",
} as const;

export type CommandName = keyof typeof commandIds;
