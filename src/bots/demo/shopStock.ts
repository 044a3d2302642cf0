/** What Acme sells. */
interface Ware {
  readonly inStock: number;
  readonly priceEuro: number;
}

const stock: Readonly<Record<string, Ware>> = {
  anvil: { inStock: 12, priceEuro: 220 },
  rope: { inStock: 40, priceEuro: 15 },
  magnet: { inStock: 3, priceEuro: 80 },
  "rocket skates": { inStock: 0, priceEuro: 900 },
};

export const wareNames = Object.keys(stock);

/** A ware by its name, in any letter case, singular or plural. */
export function findWare(item: string): Ware | undefined {
  const name = item.trim().toLowerCase().replace(/s$/, "");
  return Object.hasOwn(stock, name) ? stock[name] : stock[`${name}s`];
}

/** The price of an order with delivery, in euro. */
export function priceOf(ware: Ware, quantity: number): number {
  return ware.priceEuro * quantity + 40;
}

const numberWords: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };

/** What a sentence such as "two anvils to Lisbon" orders. */
export function readOrder(text: string): { readonly quantity: number; readonly item: string } {
  const words = text.toLowerCase();
  const item = wareNames.find((name) => words.includes(name)) ?? "anvil";
  const counted = /\b(\d{1,4}|one|two|three|four|five)\b/.exec(words)?.[1] ?? "1";
  return { item, quantity: numberWords[counted] ?? Number(counted) };
}
