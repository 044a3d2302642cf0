/** Colours text on a terminal, and gives it back unchanged in a pipe. */
export type Paint = (colour: keyof typeof colours, text: string) => string;

const colours = { bold: "1", dim: "2", red: "31", green: "32", yellow: "33", cyan: "36" } as const;

/** Paints with ANSI colours, or not at all. */
export function painter(hasColours: boolean): Paint {
  return (colour, text) => (hasColours ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text);
}
