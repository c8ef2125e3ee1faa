import {
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  type OperationDefinitionNode,
  type DocumentNode,
} from "graphql";
import { type ComplexityEstimator, getComplexity } from "graphql-query-complexity";
import { MOST } from "../graph/limits.js";
import { DEFAULT_FIRST } from "../graph/page.js";

/** About a second's work, in which nobody else is answered; two pages of 100 inside each other are 10,000. */
const MOST_ROWS = 25_000;
/** As much work again, where rows are few and each is asked for much. */
const MOST_VALUES = 500_000;
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

const isLeaf = ({ field }: Parameters<ComplexityEstimator>[0]): boolean =>
  isLeafType(getNamedType(field.type));

const rows: ComplexityEstimator = (given) => {
  if (isLeaf(given)) return 0;
  // The connection itself is none of its rows.
  return sizeOf(given) * ((isPage(given.field) ? 0 : 1) + given.childComplexity);
};

const values: ComplexityEstimator = (given) =>
  isLeaf(given) ? 1 : sizeOf(given) * given.childComplexity;

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
  });

/** Why an operation may not be run; empty where it may. */
const reasonAgainst = (given: Omit<Parameters<typeof getComplexity>[0], "estimators">): string => {
  const count = (estimator: ComplexityEstimator): number =>
    getComplexity({ ...given, estimators: [estimator] });
  try {
    const [cost, size] = [count(rows), count(values)];
    if (cost > MOST_ROWS)
      return `This could read ${cost} rows, and ${MOST_ROWS} is the most: ask for smaller pages, or for less inside them`;
    return size > MOST_VALUES
      ? `This could have ${size} values, and ${MOST_VALUES} is the most: ask for smaller pages, or for fewer fields of them`
      : "";
  } catch {
    // It does not count without end where fragments are spread in fragments.
    return "This is too long once its fragments are spread out";
  }
};

/** Refuses what could ask for too much, before any of it is read. */
export const costCheck = (schema: GraphQLSchema) => {
  // It depends on the document and on sizes, and the same documents come again and again.
  const known = new WeakMap<OperationDefinitionNode, Map<string, string>>();
  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): void => {
    const reasons = known.get(operation) ?? new Map<string, string>();
    known.set(operation, reasons);
    // Of variables only sizes and conditions matter; a null is not the default.
    const key = JSON.stringify(
      Object.entries(variables).filter(([, value]) => value === null || sized.has(typeof value)),
    );
    let reason = reasons.get(key);
    if (reason === undefined) {
      reason = reasonAgainst({
        schema,
        query: document,
        variables,
        ...(operation.name && { operationName: operation.name.value }),
      });
      if (reasons.size >= KEPT) reasons.clear();
      reasons.set(key, reason);
    }
    if (reason !== "") throw refused(reason);
  };
};
