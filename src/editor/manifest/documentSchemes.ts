/** The schemes of the read-only documents that the extension writes. */
export const ruleScheme = "simplex-agents-rule";
export const callDocumentScheme = "simplex-call-record";
