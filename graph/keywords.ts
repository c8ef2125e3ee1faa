import { Extensions } from "type-graphql";

/** JSON Schema of a field's values, beyond what its type says. Of an input the first two are kept to. */
export interface Keywords {
  minLength?: 1;
  minimum?: 0;
  [keyword: string]: unknown;
}

/** Says of a field what its type cannot. */
export const Says = (keywords: Keywords): MethodDecorator & PropertyDecorator =>
  Extensions({ keywords });

export const keywordsOf = (field: { extensions: Readonly<Record<string, unknown>> }): Keywords =>
  (field.extensions["keywords"] as Keywords | undefined) ?? {};
