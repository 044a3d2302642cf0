/** A member that may stand in an object. */
export interface DescribedMember {
  readonly name: string;
  /** For a person: `string`, `array of Part`, `integer, 1 to 1000`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Values to choose from, as JSON text. */
  readonly values: readonly string[];
  /** JSON text to insert as its value. */
  readonly insertText: string;
}

/** What is known of one place of a message. */
export interface DescribedPlace {
  readonly description: string;
  readonly type: string;
  /** Members of the object that stands here; none for other values. */
  readonly members: readonly DescribedMember[];
  /** Values to choose from, as JSON text. */
  readonly values: readonly string[];
}
