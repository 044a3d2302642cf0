let translations: Readonly<Record<string, string>> = {};

/** Sets the texts of the user's language, from the host's snapshot. */
export function useTranslations(bundle: Readonly<Record<string, string>> | undefined): void {
  translations = bundle ?? {};
}

/** The text in the user's language, `{0}`, `{1}`… replaced by the values. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const translated = Object.hasOwn(translations, text) ? (translations[text] ?? text) : text;
  return translated.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));
}
