/** Where a request will be sent, as far as the bodies tell: some rules hold on one transport only. */
export interface RequestContext {
  readonly transport: "chat" | "rpc" | "slimrpc" | "smcp";
  /** The kind of conversation, where it is known. */
  readonly chat?: "direct" | "group";
  /** True when the command mentions a member: only groups have members. */
  readonly hasMention?: boolean;
  /** Names of A2A service parameters that the file's directives add to the body. */
  readonly addedServiceParameters?: readonly string[];
}

/** The request a reply answers, as its sender wrote it. */
export interface AnsweredRequest {
  readonly id: string | number | undefined;
  readonly method: string | undefined;
}

export interface ReplyContext {
  readonly transport: RequestContext["transport"];
  /** Absent when the request is not known, as for a response file. */
  readonly request?: AnsweredRequest;
  /** True when nothing came before this reply; absent when that is not known. */
  readonly isFirst?: boolean;
  /** True when nothing follows this reply; absent when that is not known. */
  readonly isLast?: boolean;
}
