import {
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  type OperationDefinitionNode,
  type DocumentNode,
} from "graphql";
import { type ComplexityEstimator, getComplexity } from "graphql-query-complexity";
import { DEFAULT_FIRST, MOST } from "../graph/page.js";

/** About a second's work, in which nobody else is answered; two pages of 100 inside each other are 10,000. */
const MOST_ROWS = 25_000;
const KEPT = 100;
const sized = new Set(["number", "boolean"]);

const isPage = ({ args }: { args: readonly { name: string }[] }): boolean =>
  args.some(({ name }) => name === "first");

/** How many rows a list may have, or takes as long as; 1 for what is read with its parent. */
const sizeOf = ({ field, args }: Parameters<ComplexityEstimator>[0]): number => {
  const { rows } = field.extensions as { rows?: number };
  if (rows !== undefined) return rows;
  if (!isPage(field)) return 1;
  // Out of its range it is refused by its name, when it is read.
  return Math.min(Math.max((args["first"] as number | null | undefined) ?? DEFAULT_FIRST, 1), MOST);
};

const estimate: ComplexityEstimator = (given) => {
  if (isLeafType(getNamedType(given.field.type))) return 0;
  // The connection itself is none of its rows.
  return sizeOf(given) * ((isPage(given.field) ? 0 : 1) + given.childComplexity);
};

/** Refuses what could ask for too many rows, before any is read. */
export const costCheck = (schema: GraphQLSchema) => {
  // The cost depends on the document and on sizes, and the same documents come again and again.
  const known = new WeakMap<OperationDefinitionNode, Map<string, number>>();
  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): void => {
    const costs = known.get(operation) ?? new Map<string, number>();
    known.set(operation, costs);
    // Of variables only sizes and conditions matter; a null is not the default.
    const key = JSON.stringify(
      Object.entries(variables).filter(([, value]) => value === null || sized.has(typeof value)),
    );
    let cost = costs.get(key);
    if (cost === undefined) {
      cost = getComplexity({
        schema,
        query: document,
        variables,
        estimators: [estimate],
        ...(operation.name && { operationName: operation.name.value }),
      });
      if (costs.size >= KEPT) costs.clear();
      costs.set(key, cost);
    }
    if (cost > MOST_ROWS)
      throw new GraphQLError(
        `This could read ${cost} rows, and ${MOST_ROWS} is the most: ask for smaller pages, or for less inside them`,
        { extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } } },
      );
  };
};
