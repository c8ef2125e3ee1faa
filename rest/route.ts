import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import type { CompiledQuery } from "graphql-jit";
import { compileDocument } from "../graph/core/compile.js";
import type { Context } from "../graph/context/context.js";
import type { KeyScope } from "../graph/core/key-scopes.js";
import type { ErrorCode } from "../graph/core/errors.js";
import { type OperationVariable, listVariables } from "../graph/arguments/variables.js";
import { listBlankNames } from "./blank-values.js";
import { liftObjects } from "./lift-objects.js";

/**
 * An endpoint of /v1: an operation of the core. A parameter or body field is a variable of the same name, a field
 * of the response an alias. Keep the variables in the contract's order: an error names the first missing one.
 */
export interface Route {
  method: "get" | "post" | "put" | "delete";
  /** A @koa/router path; `:name` sets the variable `name`. */
  path: string;
  /**
   * A named GraphQL operation. The response is its selection, or the selection under the alias `body`. Its name
   * becomes the `operationId` of OpenAPI; the name of a fragment becomes the name of a schema.
   */
  operation: string;
  /** The scope that a named key needs; by default `read` for a GET, and `ingest` for any other method. */
  keyScope?: KeyScope;
  /** The purpose, in a few words. */
  summary: string;
  /** More about the endpoint, in Markdown. */
  description?: string;
  /** Error codes besides those that `rest/openapi/errors.ts` derives, such as NOT_FOUND for a path variable. */
  errorCodes?: ErrorCode[];
  /** The message of the 404 when the operation returns null. */
  notFoundMessage?: string;
  /** A constant response that replaces the selection. */
  staticResponse?: object;
  /** A message that the response contains besides the selection. */
  message?: string;
  /** Other names of parameters: `{ startAfter: "cursor" }`. */
  aliases?: Record<string, string>;
  /**
   * An empty string in an optional field that can't have one counts as absent, at any depth: CRMs send blanks. Such fields
   * are times, ids, URLs, numbers, lists and objects; texts keep the empty string.
   */
  blankIsAbsent?: boolean;
  /** Query parameters that count as absent when they are empty. */
  emptyIsAbsent?: string[];
  /** Query parameters that are ignored when the named one is present. */
  overrides?: Record<string, string[]>;
  /** The maximum number of items of a list in the query. */
  maxItems?: Record<string, number>;
  /** Fields of list items that the response omits when they are null: `{ list: ["field"] }`. */
  omitNullInItems?: Record<string, string[]>;
  /** Fields that the schema allows to be null, but that this route never returns as null: `Type.field`. */
  nonNullFields?: string[];
  /** JSON Schema of body fields that are arbitrary JSON in GraphQL. */
  bodySchemas?: Record<string, object>;
  /** Fields that the response omits when they are null. */
  omitNull?: string[];
  /**
   * Query parameters that list optional parts of the response. Each item sets the Boolean variable of that name,
   * which isn't a parameter itself: `{ include: ["transcript"] }`.
   */
  flags?: Record<string, string[]>;
  /** The maximum of a number when the parameter is present: `{ include: { limit: 25 } }`. */
  maxWith?: Record<string, Record<string, number>>;
  /** Variables of which a request must have at least one; an error names the first. */
  requiredOneOf?: string[];
  /**
   * Variables whose text is read from inside another variable's object, which may contain anything else: `{ name:
   * [outer, inner] }`.
   */
  nestedTexts?: Record<string, [outer: string, inner: string]>;
  /** Body fields that may be absent but not null. */
  nonNullBodyFields?: string[];
  /** The variable whose list may also be a text, in the formats of `parseTranscriptText`. */
  transcriptVariable?: string;
  /** Other media types of the response, for callers that prefer them in `accept`. */
  representations?: Representation[];
  /** The maximum size of the body; 1 MiB by default. */
  maxBodyBytes?: number;
  /**
   * The body is a file; the parameters are form fields beside it, or in the query. The operation reads the
   * file as `context.upload`.
   */
  isUpload?: boolean;
  /** Set if the route receives phone system calls, which are logged: the kind of its URL. */
  inboundKind?: "key" | "token" | "adapter";
  /** The variable that holds the whole body; the others are in the path and the query. */
  bodyVariable?: string;
}

/** A response of a route that isn't JSON. */
export interface Representation {
  /** Without parameters: the charset is UTF-8. */
  mediaType: string;
  /** An operation with the route's own variables. */
  operation: string;
  /** Formats the selection under the alias `body`, which isn't null. */
  format: (body: never) => Promise<string>;
}

export interface CompiledRepresentation extends Representation {
  run: RunOperation;
}

/** Runs an operation with values that `validateValues` has accepted. */
type RunOperation = (
  context: Context,
  values: Record<string, unknown>,
) => ReturnType<CompiledQuery["query"]>;

/** A route whose operation fits the schema. */
export interface ValidatedRoute extends Route {
  document: DocumentNode;
  variables: OperationVariable[];
  /** The parameter names of each variable, its own first. */
  names: Map<string, string[]>;
  /** The variables for which an empty string counts as absent. */
  blankNames: ReadonlySet<string>;
  /** The names that the query may have. */
  queryNames: ReadonlySet<string>;
}

export interface CompiledRoute extends ValidatedRoute {
  run: RunOperation;
  representations: CompiledRepresentation[];
}

/** Returns the scope that a named key needs for the route. */
export const keyScopeOf = ({ keyScope, method }: Route): KeyScope =>
  keyScope ?? (method === "get" ? "read" : "ingest");

/** Lists the names of a path's parameters. */
export const listPathNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

/** Lists the names that a route's query may have: its variables, except those in the path, and its flags. */
const listQueryNames = (
  { method, path, isUpload, bodyVariable, flags }: Route,
  names: ReadonlyMap<string, string[]>,
): string[] => {
  const hasFields = method === "post" || method === "put";
  const inQuery = !hasFields || isUpload === true || bodyVariable !== undefined;
  if (!inQuery) return [];
  const elsewhere = new Set([...listPathNames(path), bodyVariable]);
  const variables = [...names].flatMap(([variable, all]) => (elsewhere.has(variable) ? [] : all));
  return [...variables, ...Object.keys(flags ?? {})];
};

const parseOperation = (
  schema: GraphQLSchema,
  { method, path }: Route,
  operation: string,
): DocumentNode => {
  const document = parse(operation);
  const [error] = validate(schema, document);
  if (error) throw new Error(`${method} ${path}: ${error.message}`);
  return document;
};

/** @throws if the operation doesn't fit the schema, which aborts the start */
export const validateRoute = (schema: GraphQLSchema, route: Route): ValidatedRoute => {
  const document = parseOperation(schema, route, route.operation);
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION,
  )!;
  const variables = listVariables(schema, operation);
  const aliasesOf = (name: string): string[] =>
    Object.entries(route.aliases ?? {}).flatMap(([alias, variable]) =>
      variable === name ? alias : [],
    );
  const unnamed = new Set([
    ...Object.values(route.flags ?? {}).flat(),
    ...Object.keys(route.nestedTexts ?? {}),
  ]);
  const names = new Map(
    variables.map(({ name }) => [name, unnamed.has(name) ? [] : [name, ...aliasesOf(name)]]),
  );
  const queryNames = new Set(listQueryNames(route, names));
  const [required, ...alternatives] = route.requiredOneOf ?? [];
  for (const variable of variables)
    if (variable.name === required) variable.alternatives = alternatives;
  const [selection] = operation.selectionSet.selections;
  const rootFields = schema.getRootType(operation.operation)!.getFields();
  const blankNames =
    route.blankIsAbsent && selection?.kind === Kind.FIELD
      ? listBlankNames(rootFields[selection.name.value]!, variables, route.nonNullBodyFields ?? [])
      : new Set<string>();
  return { ...route, document, variables, names, blankNames, queryNames };
};

/** Validates and compiles a route. @throws the errors of `validateRoute` */
export const compileRoute = (schema: GraphQLSchema, route: Route): CompiledRoute => {
  const validated = validateRoute(schema, route);
  // graphql-jit ignores a default of false.
  const unset = Object.fromEntries(
    Object.values(route.flags ?? {}).flatMap((flags) => flags.map((flag) => [flag, false])),
  );
  const compile = (document: DocumentNode): RunOperation => {
    const lifted = liftObjects(schema, document);
    const query = compileDocument(schema, lifted.document);
    return (context, values) =>
      query(undefined, context, lifted.liftVariables({ ...unset, ...values }));
  };
  const representations = (route.representations ?? []).map((representation) => ({
    ...representation,
    run: compile(parseOperation(schema, route, representation.operation)),
  }));
  return {
    ...validated,
    run: compile(validated.document),
    representations,
  };
};
