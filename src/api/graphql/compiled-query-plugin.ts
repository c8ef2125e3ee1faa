import type { ApolloServerPlugin } from "@apollo/server";
import { type DocumentNode, Kind, OperationTypeNode, visit } from "graphql";
import type { GraphQLSchema } from "graphql";
import { compileDocument } from "../../../graph/core/compile.js";
import type { Context } from "../../../graph/context/context.js";
import { SizedCache } from "./sized-cache.js";

/**
 * A document is compiled at this use, because compiling costs as much as several runs. A document with a possibly large
 * response is compiled at once, because the executor blocks other requests five times as long.
 */
const MIN_REPEATS = 3;
/** Limits in characters: of one document, and of all compiled ones together. */
const MAX_DOCUMENT_CHARACTERS = 8_000;
const MAX_COMPILED_CHARACTERS = 200_000;

type CompiledRun = ReturnType<typeof compileDocument>;

/**
 * Returns whether compiled code gives the same result as the reference implementation: only for a single query without
 * introspection. graphql-jit passes null for an absent variable inside an object, where GraphQL omits it, and mixes up
 * the conditions of a field or a fragment that occurs twice.
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

const tryCompile = (schema: GraphQLSchema, document: DocumentNode): CompiledRun | undefined => {
  try {
    return isCompilable(document) ? compileDocument(schema, document) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Runs repeated queries as compiled code: a page takes 5 µs instead of 60 µs with Apollo's executor. Documents are
 * compared by identity, because Apollo caches one object per text. If a run has errors, Apollo's executor runs the
 * query again, so that all errors have the same format. This is safe because a query changes nothing.
 */
export const createCompiledQueryPlugin = (schema: GraphQLSchema): ApolloServerPlugin<Context> => {
  const useCounts = new WeakMap<DocumentNode, number>();
  const runs = new SizedCache<DocumentNode, CompiledRun | undefined>(MAX_COMPILED_CHARACTERS);
  const findRun = (
    document: DocumentNode,
    source: string,
    isMetered: boolean,
  ): CompiledRun | undefined => {
    if (runs.has(document)) return runs.get(document);
    const uses = (useCounts.get(document) ?? 0) + 1;
    useCounts.set(document, uses);
    const minUses = isMetered ? 1 : MIN_REPEATS;
    if (uses < minUses || source.length > MAX_DOCUMENT_CHARACTERS) return undefined;
    const run = tryCompile(schema, document);
    runs.set(document, run, source.length);
    return run;
  };
  return {
    requestDidStart: async () => ({
      responseForOperation: async (requestContext) => {
        const { document, operation, source, contextValue, request, response } = requestContext;
        // Apollo reports an operation name that isn't in the document.
        const run = operation && findRun(document, source, contextValue.budget.isMetered);
        if (!run) return null;
        const result = await run(undefined, contextValue, request.variables ?? {});
        // An operation that loaded too much isn't run again: its errors are replaced by one.
        if (result.errors && !contextValue.budget.isExceeded) return null;
        return {
          http: response.http,
          body: { kind: "single", singleResult: { data: result.data } },
        };
      },
    }),
  };
};
