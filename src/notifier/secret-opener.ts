import type { Vault } from "../../graph/core/ports.js";

const MAX_CACHED = 1_000;

/** Opens sealed secrets. Caches them, because every delivery needs them again. */
export const createSecretOpener = (vault: Vault): ((sealed: string) => string) => {
  const opened = new Map<string, string>();
  return (sealed) => {
    const cached = opened.get(sealed);
    if (cached !== undefined) return cached;
    const secret = vault.open(sealed);
    if (opened.size >= MAX_CACHED) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
};
