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
  /** Whether the operation is a mutation. */
  isMutation: boolean;
}

/** Returns existing values for a field or argument of this name. */
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

/** Formats a value as a GraphQL literal. */
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

/** Writes random documents that are valid for the schema. */
export class DocumentWriter {
  readonly #variables = new Map<string, Variable>();
  readonly #values: Values = {};
  readonly #fragments: { name: string; on: string; text: string }[] = [];
  #names = 0;
  #fields = 0;
  #operation = "";
  /** False if several operations share fragments: those can't use variables. */
  #canUseVariables = true;
  /** Whether it prefers deep selections with many rows. */
  #isGreedy = false;

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
      return random.pick(this.#isGreedy && name === "first" ? LARGE_PAGE_SIZES : NUMBERS);
    if (type.name.startsWith("Date"))
      return random.pick(
        random.chance(95) ? TIMES.slice(0, type.name === "DateTime" ? 1 : 4) : TIMES,
      );
    if (type.name === "JSON")
      return random.chance(80) ? { id: "x", status: "processed" } : { a: [null] };
    const existing = this.texts(this.#operation, name);
    return random.pick(existing.length > 0 && random.chance(85) ? existing : TEXTS);
  }

  /** Returns a literal, or a variable with the value. */
  #argumentValue(type: GraphQLInputType, name: string): string {
    const value = this.#value(type, name);
    if (!this.#canUseVariables || this.random.chance(50)) return formatLiteral(value, type);
    const variable = `v${(this.#names += 1)}`;
    const initial =
      this.random.chance(25) && value !== null ? formatLiteral(value, type) : undefined;
    this.#variables.set(variable, { type: String(type), initial });
    const isOmitted = this.random.chance(30) && (initial !== undefined || !isNonNullType(type));
    if (!isOmitted) this.#values[variable] = value;
    return `$${variable}`;
  }

  #arguments(args: readonly GraphQLArgument[]): string {
    const given = args
      .filter(
        (arg) =>
          (isNonNullType(arg.type) && arg.defaultValue === undefined) || this.random.chance(60),
      )
      .map((arg) => `${arg.name}: ${this.#argumentValue(arg.type, arg.name)}`);
    return given.length > 0 ? `(${given.join(", ")})` : "";
  }

  #directives(): string {
    if (!this.random.chance(6)) return "";
    const condition =
      this.random.chance(50) && this.#canUseVariables
        ? this.#flag()
        : String(this.random.chance(50));
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

  #field(field: Field, maxDepth: number): string {
    const inner = getNamedType(field.type);
    const root = field.name;
    const given = this.#arguments(field.args);
    // Fields with the same response name need equal arguments.
    const alias = given !== "" || this.random.chance(4) ? `a${(this.#names += 1)}: ` : "";
    const selected = isObjectType(inner) ? ` ${this.#selection(inner, maxDepth - 1)}` : "";
    return `${alias}${root}${given}${this.#directives()}${selected}`;
  }

  #spread(type: GraphQLObjectType, maxDepth: number): string {
    const existing = this.#fragments.filter(({ on }) => on === type.name);
    if (existing.length > 0 && this.random.chance(50))
      return `...${this.random.pick(existing).name}`;
    if (this.random.chance(50))
      return `...${this.random.pick([` on ${type.name}`, ""])}${this.#directives()} ${this.#selection(type, maxDepth - 1)}`;
    const text = this.#selection(type, maxDepth - 2);
    const name = `F${(this.#names += 1)}`;
    this.#fragments.push({ name, on: type.name, text });
    return `...${name}${this.#directives()}`;
  }

  #selection(type: GraphQLObjectType, maxDepth: number): string {
    const { random } = this;
    const fields = Object.values(type.getFields()).filter(
      (field) => isLeafType(getNamedType(field.type)) || maxDepth > 1,
    );
    const [deep, flat] = [
      fields.filter((field) => !isLeafType(getNamedType(field.type))),
      fields.filter((field) => isLeafType(getNamedType(field.type))),
    ];
    const parts: string[] = [];
    const maxSelected = this.#isGreedy ? 2 : random.chance(2) ? 12 : 3;
    for (
      let count = 1 + random.below(maxSelected);
      count > 0 && this.#fields < MAX_FIELDS;
      count -= 1
    ) {
      this.#fields += 1;
      if (random.chance(4)) parts.push("__typename");
      else if (random.chance(6) && maxDepth > 2) parts.push(this.#spread(type, maxDepth));
      else if (deep.length > 0 && random.chance(this.#isGreedy ? 95 : 55))
        parts.push(this.#field(random.pick(deep), maxDepth));
      else if (flat.length > 0) parts.push(this.#field(random.pick(flat), maxDepth));
    }
    return `{ ${parts.length > 0 ? parts.join(" ") : "__typename"} }`;
  }

  #root(kind: "query" | "mutation", maxDepth: number): string {
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
          ? this.#spread(type, maxDepth)
          : this.#field(field, maxDepth),
      );
    }
    return `{ ${[...parts, ...this.#manyNames()].join(" ")} }`;
  }

  /** Occasionally adds about as many aliases or tokens as the limits allow. */
  #manyNames(): string[] {
    const { random } = this;
    if (random.chance(2))
      return Array.from({ length: 85 + random.below(25) }, (_, index) => `w${index}: __typename`);
    return random.chance(0.5)
      ? [`...@skip(if: false) { ${"__typename ".repeat(4_900 + random.below(200))} }`]
      : [];
  }

  /** Writes a document. It may exceed the depth limit. */
  write(): WrittenDocument {
    const { random } = this;
    const isMutation = random.chance(20);
    const hasSeveralOperations = !isMutation && random.chance(8);
    this.#canUseVariables = !hasSeveralOperations;
    this.#isGreedy = random.chance(20);
    const maxDepth = this.#isGreedy ? 7 + random.below(9) : 2 + random.below(8);
    const operations = Array.from(
      { length: hasSeveralOperations ? 2 + random.below(2) : 1 },
      (_, index) => {
        const selected = this.#root(isMutation ? "mutation" : "query", maxDepth);
        const variables = [...this.#variables].map(
          ([name, { type, initial }]) =>
            `$${name}: ${type}${initial === undefined ? "" : ` = ${initial}`}`,
        );
        return `${isMutation ? "mutation" : "query"} O${index}${variables.length > 0 ? `(${variables.join(", ")})` : ""} ${selected}`;
      },
    );
    const fragments = this.#fragments.map(
      ({ name, on, text }) => `fragment ${name} on ${on} ${text}`,
    );
    return {
      query: [...operations, ...fragments].join("\n"),
      variables: this.#values,
      isMutation,
      ...(hasSeveralOperations && { operationName: `O${random.below(operations.length)}` }),
    };
  }
}
