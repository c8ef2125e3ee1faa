declare const result: unique symbol;

/** The text of a GraphQL operation, made of a .graphql file with its types by npm run web:types. */
export type Operation<Result, Variables> = string & { [result]?: (_: Variables) => Result };
