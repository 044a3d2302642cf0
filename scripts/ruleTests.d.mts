export function ruleTests(folder: string): (code: string) => string | undefined;
