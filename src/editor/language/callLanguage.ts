/** The language of request files (`*.call`), as the manifest names it. */
export const callLanguage = "simplex-call";
