import { jtdSchemas } from "../json/jtdSchemas.ts";

/** The values of a profile's `peerType`, and so of `audience` and `serves`. Unknown values are ignored. */
export const peerTypes = ["human", "bot", "business", "agent"] as const;

/** What an absent `audience` or `serves` means. */
export const defaultPeers: readonly string[] = ["human"];

/** How often a channel is updated: the `changefreq` values of the Sitemaps protocol. */
export const changeFrequencies = jtdSchemas.publicGroup.optionalProperties.changeFrequency.enum;

export type ChangeFrequency = (typeof changeFrequencies)[number];
