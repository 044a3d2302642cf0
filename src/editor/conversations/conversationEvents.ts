/** Events of the core after which the list of contacts, groups and members may be another. */
export const conversationEvents: ReadonlySet<string> = new Set([
  "contactConnected",
  "contactSndReady",
  "contactUpdated",
  "contactDeletedByContact",
  "userJoinedGroup",
  "joinedGroupMember",
  "connectedToGroupMember",
  "deletedMember",
  "deletedMemberUser",
  "leftMember",
  "groupDeleted",
  "groupUpdated",
]);
