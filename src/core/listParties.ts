import { type ApiResult, ask } from "./apiResult.ts";
import type { CommandOptions, Core } from "./core.ts";
import { asObject, parseEach } from "./records/jsonShape.ts";
import { parseContact, parseGroup, parseMember } from "./records/parseParties.ts";
import type { Contact, Group, Member } from "./records/records.ts";

/** `/_contacts <userId>` */
export function listContacts(
  core: Core,
  userId: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly Contact[]>> {
  return ask(core, `/_contacts ${userId}`, options, {
    contactsList: (response) => parseEach(response["contacts"], parseContact),
  });
}

/** `/_groups <userId>` */
export function listGroups(core: Core, userId: number, options?: CommandOptions): Promise<ApiResult<readonly Group[]>> {
  return ask(core, `/_groups ${userId}`, options, {
    groupsList: (response) => parseEach(response["groups"], parseGroup),
  });
}

/** `/_members #<groupId>` */
export function listMembers(
  core: Core,
  groupId: number,
  options?: CommandOptions,
): Promise<ApiResult<readonly Member[]>> {
  return ask(core, `/_members #${groupId}`, options, {
    groupMembers: (response) => parseEach(asObject(response["group"])?.["members"], parseMember),
  });
}
