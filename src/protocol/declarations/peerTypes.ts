import { jtdSchemas } from "../json/jtdSchemas.ts";

/** The values of a profile's `peerType`, and so of `audience` and `serves`. Unknown values are ignored; absent, they mean `human`. */
export const peerTypes = ["human", "bot", "business", "agent"] as const;

/** How often a channel is updated: the `changefreq` values of the Sitemaps protocol. */
export const changeFrequencies = jtdSchemas.publicGroup.optionalProperties.changeFrequency.enum;

export type ChangeFrequency = (typeof changeFrequencies)[number];
