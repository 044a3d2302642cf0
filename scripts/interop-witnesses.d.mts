export const pythonEnvironment: string;
export const python: string;
export const slimFolder: string;
export function installWitnesses(): void;
export function isInstalled(witness: string): boolean;
