import type { KeyScope } from "../../../graph/core/key-scopes.js";

/** How much of what an operation concerns the caller may reach: everything, what is theirs, or what is the caller's own. */
export type Reach = "all" | "theirs" | "own";

/** The callers with a column in SECURITY.md, besides the scopes of named keys. */
export const callerColumns = ["admin", "manager", "rep", "apiKey", "internalToken"] as const;
export type CallerColumn = (typeof callerColumns)[number];

/** Operations that the same callers may use. A caller without an entry is refused. */
export interface AccessGroup extends Partial<Record<CallerColumn, Reach>> {
  /** What they do, for a person. */
  title: string;
  /** What a named key needs; absent: no named key may. */
  keyScope?: KeyScope;
  /** Operations of the GraphQL schema. */
  operations?: string;
  /** Guarded fields of its objects. */
  fields?: string;
  /** Paths of HTTP outside of /graphql, with their method. */
  routes?: readonly string[];
}

export const listWords = (text: string | undefined): string[] =>
  text === undefined ? [] : text.trim().split(/\s+/);

/** The column or the scope of a caller; a key of a team and a key as a person have several scopes. */
export const reachOf = (
  group: AccessGroup,
  caller: { column?: CallerColumn | undefined; scopes?: readonly KeyScope[] | undefined },
): Reach | undefined => {
  if (caller.column) return group[caller.column];
  return group.keyScope && caller.scopes?.includes(group.keyScope) ? "all" : undefined;
};
