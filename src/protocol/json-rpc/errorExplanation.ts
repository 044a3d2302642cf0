/** What an error code of a protocol answer means and what its receiver can do. */
export interface ErrorExplanation {
  /** As the protocol's specification spells it. */
  readonly name: string;
  readonly meaning: string;
  readonly likelyCause: string;
  readonly nextStep: string;
}
