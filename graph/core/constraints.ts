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

/** An optional input field that may be left out, but not be null: there is nothing to clear it to. */
export const NotNull = (): MethodDecorator & PropertyDecorator => Extensions({ notNull: true });

export const isNotNull = (field: { extensions: Readonly<Record<string, unknown>> }): boolean =>
  field.extensions["notNull"] === true;
