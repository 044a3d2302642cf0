import type { CommandName } from "../manifest/commandIds.ts";

/** The part of the extension that answers each command: a command loads no other. */
export const areaOfCommand = {
  selectCore: "core",
  reconnectCore: "core",
  startCore: "core",
  showLog: "core",

  selectEnvironment: "values",
  setSecret: "values",
  deleteSecret: "values",
  forgetCaptures: "values",

  createSigningKey: "keys",
  importSigningKey: "keys",
  renameSigningKey: "keys",
  deleteSigningKey: "keys",
  copyPublicKey: "keys",

  checkAs: "language",
  convertToCommand: "language",
  convertToEnvelope: "language",
  fixAll: "language",
  nextRequest: "language",
  previousRequest: "language",

  send: "sending",
  cancel: "sending",
  resendLast: "sending",
  copyFilledRequest: "sending",
  importRequests: "sending",
  exportRequest: "sending",

  openCall: "calls",
  resendCall: "calls",
  exportCall: "calls",
  deleteCall: "calls",
  clearHistory: "calls",
  openTranscript: "calls",
  openCallText: "calls",
  searchHistory: "calls",
  clearHistorySearch: "calls",
  groupHistory: "calls",
  ungroupHistory: "calls",
  selectForCompare: "calls",
  compareWithSelected: "calls",
  compareSelectedCalls: "calls",
  compareWithPrevious: "calls",
  sendAndCompare: "calls",
  hideVolatile: "calls",
  showVolatile: "calls",

  showTestCall: "testing",

  newRequest: "addresses",
  copyLink: "addresses",
  openSource: "addresses",
  refreshAddresses: "addresses",
  discoverWebsite: "addresses",
  discoverLink: "addresses",
  discoverFile: "addresses",
  discoverAgain: "addresses",
  forgetDiscovery: "addresses",
  filterAddresses: "addresses",
  clearAddressFilter: "addresses",
  inspectAddress: "addresses",
  askMcp: "addresses",
  askCard: "addresses",
  newToolRequest: "addresses",

  connectAddress: "conversations",
  refreshConversations: "conversations",
  leaveConversation: "conversations",
  requestInConversation: "conversations",
  copyConversationLink: "conversations",
} as const satisfies Readonly<Record<CommandName, string>>;

export type AreaName = (typeof areaOfCommand)[CommandName];

/** The commands that an area answers. */
export type CommandsOf<Name extends AreaName> = {
  [Command in CommandName]: (typeof areaOfCommand)[Command] extends Name ? Command : never;
}[CommandName];
