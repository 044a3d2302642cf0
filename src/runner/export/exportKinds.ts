/** What a request can be exported as, in the order it is offered. */
export const exportKinds = ["core", "typescript", "python"] as const;

export type ExportKind = (typeof exportKinds)[number];
