import type { Claim } from "../../db/outbox.js";
import type { Vault } from "../../graph/context.js";

const CACHED = 1_000;

type Sealed = Pick<Claim, "secret" | "previousSecret" | "previousSecretUntil" | "signingSecret">;

/**
 * The secrets that sign a delivery: the webhook's, the organization's, and the webhook's one before, as
 * long as it signs along. Opened ones are kept, since every delivery needs them again.
 * @throws where one was not sealed by this vault
 */
export const createSecrets = (vault: Vault): ((sealed: Sealed, now: number) => string[]) => {
  const opened = new Map<string, string>();
  const open = (sealed: string): string => {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const secret = vault.open(sealed);
    if (opened.size >= CACHED) opened.clear();
    opened.set(sealed, secret);
    return secret;
  };
  return ({ secret, previousSecret, previousSecretUntil, signingSecret }, now) => [
    open(secret),
    open(signingSecret),
    ...(previousSecret !== null && now < (previousSecretUntil ?? 0) ? [open(previousSecret)] : []),
  ];
};
