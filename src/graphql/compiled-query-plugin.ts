import type { ApolloServerPlugin } from "@apollo/server";
import { type DocumentNode, Kind, OperationTypeNode, visit } from "graphql";
import type { GraphQLSchema } from "graphql";
import { compileDocument } from "../graph/compiled.js";
import type { Context } from "../graph/context.js";

/** How often a document must have come before it is compiled: compiling costs as much as some runs. */
const REPEATED = 3;
/** What compiled documents may hold: so many, each of so many characters at most. */
const MOST_COMPILED = 200;
const MOST_CHARACTERS = 8_000;

type Run = ReturnType<typeof compileDocument>;

/**
 * Whether compiled code answers as the reference does: one query, which asks the schema for nothing.
 * graphql-jit passes null for a variable that is not given inside an object, where GraphQL leaves it out.
 * Where a field or a fragment comes twice, it mixes the conditions of the two up.
 */
const isCompilable = ({ definitions }: DocumentNode): boolean => {
  const operations = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operations.length !== 1 || operations[0]!.operation !== OperationTypeNode.QUERY) return false;
  let depth = 0;
  let compilable = true;
  const inside = { enter: () => void (depth += 1), leave: () => void (depth -= 1) };
  for (const definition of definitions)
    visit(definition, {
      [Kind.OBJECT]: inside,
      [Kind.LIST]: inside,
      [Kind.VARIABLE]: () => void (compilable &&= depth === 0),
      [Kind.DIRECTIVE]: () => void (compilable = false),
      [Kind.FIELD]: ({ name }) => void (compilable &&= !/^__(schema|type)$/.test(name.value)),
    });
  return compilable;
};

const compiledOrNot = (schema: GraphQLSchema, document: DocumentNode): Run | undefined => {
  try {
    return isCompilable(document) ? compileDocument(schema, document) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Runs queries that repeat as compiled code: 5 microseconds for a page where Apollo's executor needs 60.
 * Documents are told apart as objects, of which Apollo keeps one for each text. What has errors is not
 * answered here but left to that executor, so that errors have one form; a query changes nothing.
 */
export const compiledQueries = (schema: GraphQLSchema): ApolloServerPlugin<Context> => {
  const seen = new WeakMap<DocumentNode, number>();
  const runs = new Map<DocumentNode, Run | undefined>();
  const runOf = (document: DocumentNode, source: string): Run | undefined => {
    if (runs.has(document)) {
      const run = runs.get(document);
      // To the end: the first is the one that was not asked for longest.
      runs.delete(document);
      runs.set(document, run);
      return run;
    }
    const times = (seen.get(document) ?? 0) + 1;
    seen.set(document, times);
    if (times < REPEATED || source.length > MOST_CHARACTERS) return undefined;
    if (runs.size >= MOST_COMPILED) runs.delete(runs.keys().next().value!);
    const run = compiledOrNot(schema, document);
    runs.set(document, run);
    return run;
  };
  return {
    requestDidStart: async () => ({
      responseForOperation: async (asked) => {
        const { document, operation, source, contextValue, request, response } = asked;
        // Whoever asks for an operation that is not in the document is told so.
        const run = operation && runOf(document, source);
        if (!run) return null;
        const result = await run(undefined, contextValue, request.variables ?? {});
        if (result.errors) return null;
        return { http: response.http, body: { kind: "single", singleResult: result } };
      },
    }),
  };
};
