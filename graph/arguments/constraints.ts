import { Extensions } from "type-graphql";

/** JSON Schema keywords of a field, beyond its type. For inputs, the server enforces the first two. */
export interface Constraints {
  minLength?: 1;
  minimum?: 0;
  [keyword: string]: unknown;
}

/** Adds JSON Schema keywords to a field. */
export const Constraint = (keywords: Constraints): MethodDecorator & PropertyDecorator =>
  Extensions({ keywords });

export const constraintsOf = (field: {
  extensions: Readonly<Record<string, unknown>>;
}): Constraints => (field.extensions["keywords"] as Constraints | undefined) ?? {};

/** Marks an optional input field that may be absent but not null: the stored field has no empty value. */
export const NotNull = (): MethodDecorator & PropertyDecorator => Extensions({ notNull: true });

export const isNotNull = (field: { extensions: Readonly<Record<string, unknown>> }): boolean =>
  field.extensions["notNull"] === true;
