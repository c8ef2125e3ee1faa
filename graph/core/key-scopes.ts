import { Failure } from "./errors.js";

/** What a named key may do: read everything it sees, send calls and appointments, change users or webhooks, export, or serve assistants. */
export const KeyScopes = {
  read: "read",
  ingest: "ingest",
  people: "people",
  webhooks: "webhooks",
  export: "export",
  mcp: "mcp",
} as const;

export type KeyScope = keyof typeof KeyScopes;

/** Refuses a named key without the scope. Other credentials have no scopes. @throws FORBIDDEN */
export const requireKeyScope = (
  { keyScopes }: { keyScopes?: ReadonlySet<KeyScope> | undefined },
  scope: KeyScope,
): void => {
  if (keyScopes && !keyScopes.has(scope))
    throw new Failure("FORBIDDEN", `The key lacks the scope ${scope}`);
};
