import type { Vault } from "../../graph/context.js";

const CACHED = 1_000;

/** Opens sealed secrets, and keeps the opened ones, since every delivery needs them again. */
export const createSecrets = (vault: Vault): ((sealed: string) => string) => {
  const opened = new Map<string, string>();
  return (sealed) => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = vault.open(sealed);
    if (opened.size >= CACHED) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
};
