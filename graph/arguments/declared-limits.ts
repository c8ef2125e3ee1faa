import type { GraphQLArgument } from "graphql";

export const DEFAULT_MAX_CHARACTERS = 1024;

/** The sizes that an argument or an input field may have, if they differ from the default of its type. */
export interface Limits {
  maxCharacters?: number;
  maxBytes?: number;
  maxItems?: number;
  /** JSON that must be an object. */
  isObject?: boolean;
}

type Extended = Pick<GraphQLArgument, "extensions">;

export const limitsOf = ({ extensions }: Extended): Limits =>
  (extensions["limits"] as Limits | undefined) ?? {};
