import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import type { CompiledQuery } from "graphql-jit";
import { compileDocument } from "../graph/compiled.js";
import type { Context } from "../graph/context.js";
import type { Code } from "../graph/errors.js";
import { type Variable, variablesOf } from "../graph/variables.js";
import { liftObjects } from "./lift.js";

/**
 * An endpoint of /v1 is an operation of the core. A parameter or body field is a variable of the same
 * name, a field of the answer an alias. Variables are declared in the order of api.md: the first
 * required one that is missing is the one named.
 */
export interface Route {
  method: "get" | "post" | "put" | "delete";
  /** As @koa/router has it; a `:name` is the variable of that name. */
  path: string;
  /**
   * The answer is what it selects, or what it selects under the alias `body`. Its name is its id in the
   * API's document, where a fragment names an object.
   */
  operation: string;
  /** What it does, in a few words. */
  summary: string;
  /** What else there is to say of it, in Markdown. */
  about?: string;
  /** What is refused besides what every operation of its kind refuses. */
  refuses?: Code[];
  /** The message of the 404 where the operation finds nothing. */
  missing?: string;
  /** The answer, where it says nothing of what the operation selects. */
  answer?: object;
  /** A message that the answer has besides what the operation selects. */
  message?: string;
  /** Other names of parameters: `{ startAfter: "cursor" }`. */
  aliases?: Record<string, string>;
  /** Query parameters that count as absent where they are empty. */
  emptyIsAbsent?: string[];
  /** Query parameters that are not looked at where this one is given, by its name. */
  overrides?: Record<string, string[]>;
  /** How many items lists in the query may have. */
  most?: Record<string, number>;
  /** A field of the items of a list in the answer that is left out where it is null: `{ list: "field" }`. */
  leftOut?: Record<string, string>;
  /** Fields of the answer that are null only where the schema speaks of more than this route shows. */
  neverNull?: string[];
  /** JSON Schema of body fields that are any JSON to the schema. */
  shapes?: Record<string, object>;
  /** Fields of the answer that are left out where they are null. */
  absent?: string[];
  /**
   * Query parameters that are lists of what more to answer: each item sets the Boolean variable of that name,
   * which is no parameter itself. `{ include: ["transcript"] }`.
   */
  flags?: Record<string, string[]>;
  /** How high a number may be where such a parameter is given: `{ include: { limit: 25 } }`. */
  mostWith?: Record<string, Record<string, number>>;
  /** Body fields that may be left out, but not be null. */
  notNull?: string[];
  /** Bytes that the body may have, 1 MiB if not given. */
  bodyLimit?: number;
  /**
   * The body is a file, and the parameters are fields beside it in a form, or in the query: what the
   * operation finds `attached` to its context.
   */
  upload?: boolean;
  /** It takes calls of phone systems, which are logged as they come in: by the URL of which kind. */
  inbound?: "key" | "token" | "adapter";
  /** The variable that the whole body is; the others are in the path and the query. */
  whole?: string;
  /** It takes long and only reads: it is answered apart from all others, where the database allows it. */
  apart?: boolean;
}

/** A route whose operation fits the schema. */
export interface KnownRoute extends Route {
  document: DocumentNode;
  variables: Variable[];
  /** The names of parameters by which each variable may be given, its own first. */
  names: Map<string, string[]>;
}

export interface CompiledRoute extends KnownRoute {
  /** Runs the operation with values that have been checked against the variables. */
  run: (context: Context, values: Record<string, unknown>) => ReturnType<CompiledQuery["query"]>;
}

/** @throws where the operation does not fit the schema: a defect that stops the start, not a request. */
export const know = (schema: GraphQLSchema, route: Route): KnownRoute => {
  const document = parse(route.operation);
  const [error] = validate(schema, document);
  if (error) throw new Error(`${route.method} ${route.path}: ${error.message}`);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const variables = variablesOf(schema, operation);
  const aliasesOf = (name: string): string[] =>
    Object.entries(route.aliases ?? {}).flatMap(([alias, meant]) => (meant === name ? alias : []));
  const flags = new Set(Object.values(route.flags ?? {}).flat());
  return {
    ...route,
    document,
    variables,
    names: new Map(
      variables.map(({ name }) => [name, flags.has(name) ? [] : [name, ...aliasesOf(name)]]),
    ),
  };
};

/** @throws as know does */
export const compile = (schema: GraphQLSchema, route: Route): CompiledRoute => {
  const known = know(schema, route);
  const lifted = liftObjects(schema, known.document);
  const query = compileDocument(schema, lifted.document);
  // graphql-jit knows no default that is false.
  const unset = Object.fromEntries(
    Object.values(route.flags ?? {}).flatMap((flags) => flags.map((flag) => [flag, false])),
  );
  return {
    ...known,
    run: (context, values) => query(undefined, context, lifted.variables({ ...unset, ...values })),
  };
};
