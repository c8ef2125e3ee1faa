import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from "graphql";
import type { SeededRandom } from "./seeded-random.js";

type Values = Record<string, unknown>;
type Field = GraphQLField<unknown, unknown>;

export interface WrittenDocument {
  query: string;
  variables: Values;
  operationName?: string;
  /** Whether it changes something. */
  isMutation: boolean;
}

/** The texts that can be named in a place, by the name of its field or argument. */
export type TextsFor = (operation: string, name: string) => readonly string[];

interface Variable {
  type: string;
  initial: string | undefined;
}

const TEXTS = [
  "",
  "x",
  "😀",
  "2026-03-02T10:00:00Z",
  "a\0",
  "x".repeat(1_025),
  "__proto__",
  "\uD83D",
];
const TIMES = [
  "2026-03-01T00:00:00Z",
  "2026-03-03",
  "9999-12-31T23:59:59.999Z",
  "0000-01-01",
  "2026-02-30",
];
const NUMBERS = [1, 2, 3, 5, 10, 25, 50, 100, 100, 101, 0, -1, 2 ** 31 - 1];
const LARGE_PAGE_SIZES = [25, 50, 90, 100];
const MAX_FIELDS = 900;

/** A value as a document has it. */
const formatLiteral = (value: unknown, type: GraphQLInputType): string => {
  const inner = isNonNullType(type) ? type.ofType : type;
  if (value === null || value === undefined) return "null";
  if (isListType(inner))
    return `[${(value as unknown[]).map((item) => formatLiteral(item, inner.ofType)).join(" ")}]`;
  if (isInputObjectType(inner))
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}: ${formatLiteral(item, inner.getFields()[name]!.type)}`)
      .join(" ")}}`;
  if (isEnumType(inner)) return value as string;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([name, item]) => `${name}: ${JSON.stringify(item)}`)
      .join(" ")}}`;
  return JSON.stringify(value);
};

/** Writes documents that are valid by the schema, at random. */
export class DocumentWriter {
  readonly #variables = new Map<string, Variable>();
  readonly #values: Values = {};
  readonly #fragments: { name: string; on: string; text: string }[] = [];
  #names = 0;
  #fields = 0;
  #operation = "";
  /** Where several operations share fragments, these have no variables. */
  #free = true;
  /** Whether it goes for what is deep and has many rows. */
  #greedy = false;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: SeededRandom,
    private readonly texts: TextsFor,
  ) {}

  #value(type: GraphQLInputType, name: string, depth = 0): unknown {
    const { random } = this;
    if (isNonNullType(type))
      return (
        this.#value(type.ofType, name, depth) ??
        this.#value(type.ofType, name, depth) ??
        this.#value(type.ofType, name, 9)
      );
    if (depth < 9 && random.chance(5)) return null;
    if (isListType(type))
      return Array.from({ length: random.below(4) }, () => this.#value(type.ofType, name, depth));
    if (isInputObjectType(type))
      return Object.fromEntries(
        Object.values(type.getFields())
          .filter((field) => isRequiredInputField(field) || random.chance(40))
          .map((field) => [field.name, this.#value(field.type, field.name, depth)]),
      );
    if (isEnumType(type)) return random.pick(type.getValues()).name;
    if (type.name === "Boolean") return random.chance(50);
    if (type.name === "Int" || type.name === "Float")
      return random.pick(this.#greedy && name === "first" ? LARGE_PAGE_SIZES : NUMBERS);
    if (type.name.startsWith("Date"))
      return random.pick(
        random.chance(95) ? TIMES.slice(0, type.name === "DateTime" ? 1 : 4) : TIMES,
      );
    if (type.name === "JSON")
      return random.chance(80) ? { id: "x", status: "processed" } : { a: [null] };
    const known = this.texts(this.#operation, name);
    return random.pick(known.length > 0 && random.chance(85) ? known : TEXTS);
  }

  /** A value, or a variable that has it. */
  #given(type: GraphQLInputType, name: string): string {
    const value = this.#value(type, name);
    if (!this.#free || this.random.chance(50)) return formatLiteral(value, type);
    const variable = `v${(this.#names += 1)}`;
    const initial =
      this.random.chance(25) && value !== null ? formatLiteral(value, type) : undefined;
    this.#variables.set(variable, { type: String(type), initial });
    const left = this.random.chance(30) && (initial !== undefined || !isNonNullType(type));
    if (!left) this.#values[variable] = value;
    return `$${variable}`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args
      .filter(
        (arg) =>
          (isNonNullType(arg.type) && arg.defaultValue === undefined) || this.random.chance(60),
      )
      .map((arg) => `${arg.name}: ${this.#given(arg.type, arg.name)}`);
    return given.length > 0 ? `(${given.join(", ")})` : "";
  }

  #directives(): string {
    if (!this.random.chance(6)) return "";
    const condition =
      this.random.chance(50) && this.#free ? this.#flag() : String(this.random.chance(50));
    return ` @${this.random.pick(["skip", "include"])}(if: ${condition})`;
  }

  #flag(): string {
    const variable = `v${(this.#names += 1)}`;
    this.#variables.set(variable, {
      type: "Boolean!",
      initial: this.random.pick([undefined, "true", "false"]),
    });
    if (this.#variables.get(variable)!.initial === undefined || this.random.chance(50))
      this.#values[variable] = this.random.chance(50);
    return `$${variable}`;
  }

  #field(field: Field, levels: number): string {
    const inner = getNamedType(field.type);
    const root = field.name;
    const given = this.#arguments(field.args);
    // Two of the same name have to be asked for the same.
    const alias = given !== "" || this.random.chance(4) ? `a${(this.#names += 1)}: ` : "";
    const selected = isObjectType(inner) ? ` ${this.#selection(inner, levels - 1)}` : "";
    return `${alias}${root}${given}${this.#directives()}${selected}`;
  }

  #spread(type: GraphQLObjectType, levels: number): string {
    const known = this.#fragments.filter(({ on }) => on === type.name);
    if (known.length > 0 && this.random.chance(50)) return `...${this.random.pick(known).name}`;
    if (this.random.chance(50))
      return `...${this.random.pick([` on ${type.name}`, ""])}${this.#directives()} ${this.#selection(type, levels - 1)}`;
    const text = this.#selection(type, levels - 2);
    const name = `F${(this.#names += 1)}`;
    this.#fragments.push({ name, on: type.name, text });
    return `...${name}${this.#directives()}`;
  }

  #selection(type: GraphQLObjectType, levels: number): string {
    const { random } = this;
    const fields = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) || levels > 1,
    );
    const [deep, flat] = [
      fields.filter((field) => !isLeafType(getNamedType(field.type))),
      fields.filter((field) => isLeafType(getNamedType(field.type))),
    ];
    const parts: string[] = [];
    const wide = this.#greedy ? 2 : random.chance(2) ? 12 : 3;
    for (let count = 1 + random.below(wide); count > 0 && this.#fields < MAX_FIELDS; count -= 1) {
      this.#fields += 1;
      if (random.chance(4)) parts.push("__typename");
      else if (random.chance(6) && levels > 2) parts.push(this.#spread(type, levels));
      else if (deep.length > 0 && random.chance(this.#greedy ? 95 : 55))
        parts.push(this.#field(random.pick(deep), levels));
      else if (flat.length > 0) parts.push(this.#field(random.pick(flat), levels));
    }
    return `{ ${parts.length > 0 ? parts.join(" ") : "__typename"} }`;
  }

  #root(kind: "query" | "mutation", levels: number): string {
    const type = kind === "query" ? this.schema.getQueryType()! : this.schema.getMutationType()!;
    const fields = Object.values(type.getFields());
    const parts: string[] = [];
    for (let count = 1 + this.random.below(3); count > 0; count -= 1) {
      const meta = kind === "query" && this.random.chance(4);
      const field = meta
        ? this.random.pick([SchemaMetaFieldDef, TypeMetaFieldDef])
        : this.random.pick(fields);
      this.#operation = field.name;
      parts.push(
        kind === "query" && this.random.chance(5)
          ? this.#spread(type, levels)
          : this.#field(field, levels),
      );
    }
    return `{ ${[...parts, ...this.#many()].join(" ")} }`;
  }

  /** Now and then so many names, or tokens, that it is about as many as there may be. */
  #many(): string[] {
    const { random } = this;
    if (random.chance(2))
      return Array.from({ length: 85 + random.below(25) }, (_, index) => `w${index}: __typename`);
    return random.chance(0.5)
      ? [`...@skip(if: false) { ${"__typename ".repeat(4_900 + random.below(200))} }`]
      : [];
  }

  /** A document, not deeper than so, though that may be deeper than what is run. */
  write(): WrittenDocument {
    const { random } = this;
    const mutation = random.chance(20);
    const several = !mutation && random.chance(8);
    this.#free = !several;
    this.#greedy = random.chance(20);
    const levels = this.#greedy ? 7 + random.below(9) : 2 + random.below(8);
    const operations = Array.from({ length: several ? 2 + random.below(2) : 1 }, (_, index) => {
      const selected = this.#root(mutation ? "mutation" : "query", levels);
      const variables = [...this.#variables].map(
        ([name, { type, initial }]) =>
          `$${name}: ${type}${initial === undefined ? "" : ` = ${initial}`}`,
      );
      return `${mutation ? "mutation" : "query"} O${index}${variables.length > 0 ? `(${variables.join(", ")})` : ""} ${selected}`;
    });
    const fragments = this.#fragments.map(
      ({ name, on, text }) => `fragment ${name} on ${on} ${text}`,
    );
    return {
      query: [...operations, ...fragments].join("\n"),
      variables: this.#values,
      isMutation: mutation,
      ...(several && { operationName: `O${random.below(operations.length)}` }),
    };
  }
}
