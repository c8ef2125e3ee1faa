import { Extensions } from "type-graphql";

/** JSON Schema of a field's values, beyond what its type says. */
export type Keywords = Record<string, unknown>;

interface Extended {
  extensions: Readonly<Record<string, unknown>>;
}

/** Says of a field what its type cannot. */
export const Says = (keywords: Keywords): MethodDecorator & PropertyDecorator =>
  Extensions({ keywords });

export const keywordsOf = ({ extensions }: Extended): Keywords =>
  (extensions["keywords"] as Keywords | undefined) ?? {};
