declare const placeholder: unique symbol;

/** Stands for a value while a query is built. It can be bound, but its own value has no meaning. */
export type Placeholder = number & { readonly [placeholder]: true };

/** A placeholder for each defined value; undefined for the others. */
export type Placeholders<Values> = {
  [Name in keyof Values]: undefined extends Values[Name] ? Placeholder | undefined : Placeholder;
};
