/** What is known around a request file. */
export interface CallFileContext {
  /** Names that environments define. Without them a name that the file does not define may still have a value. */
  readonly environmentNames?: ReadonlySet<string>;
  /** What the request files in its folder capture, by their names without `.call`. */
  readonly capturesBeside?: ReadonlyMap<string, ReadonlySet<string>>;
  /** False when the private environments are not among them, as where they are not checked out. True by default. */
  readonly hasPrivateNames?: boolean;
}
