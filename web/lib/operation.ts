declare const result: unique symbol;

/** A GraphQL operation's text with its types; `npm run web:types` generates them from .graphql files. */
export type Operation<Result, Variables> = string & { [result]?: (_: Variables) => Result };
