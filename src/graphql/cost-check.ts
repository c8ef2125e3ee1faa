import {
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  type OperationDefinitionNode,
  type DocumentNode,
} from "graphql";
import { type ComplexityEstimator, getComplexity } from "graphql-query-complexity";
import { MAX_PAGE_SIZE } from "../../graph/core/limits.js";
import { DEFAULT_PAGE_SIZE } from "../../graph/core/pagination.js";

/** About one second of work that blocks other requests. Two nested pages of 100 cost 10,000. */
const MAX_ROWS = 25_000;
/** The limit for few rows with many fields, which cost as much time. */
const MAX_VALUES = 500_000;
const MAX_CACHED_REASONS = 100;
const SIZED_TYPES = new Set(["number", "boolean"]);

const isPage = ({ args }: { args: readonly { name: string }[] }): boolean =>
  args.some(({ name }) => name === "first");

/** Returns the row count of a list, or its equivalent in time; 1 if the parent's read includes it. */
const estimateRows = ({ field, args }: Parameters<ComplexityEstimator>[0]): number => {
  const { rows } = field.extensions as { rows?: number };
  if (rows !== undefined) return rows;
  if (!isPage(field)) return 1;
  // The resolver refuses a value outside the range, with its name.
  return Math.min(
    Math.max((args["first"] as number | null | undefined) ?? DEFAULT_PAGE_SIZE, 1),
    MAX_PAGE_SIZE,
  );
};

const isLeaf = ({ field }: Parameters<ComplexityEstimator>[0]): boolean =>
  isLeafType(getNamedType(field.type));

const rowEstimator: ComplexityEstimator = (options) => {
  if (isLeaf(options)) return 0;
  // The connection itself does not count as a row.
  return estimateRows(options) * ((isPage(options.field) ? 0 : 1) + options.childComplexity);
};

const valueEstimator: ComplexityEstimator = (options) =>
  isLeaf(options) ? 1 : estimateRows(options) * options.childComplexity;

const costError = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
  });

/** Returns why the operation must not run; empty if it may. */
const findRefusalReason = (
  options: Omit<Parameters<typeof getComplexity>[0], "estimators">,
): string => {
  const count = (estimator: ComplexityEstimator): number =>
    getComplexity({ ...options, estimators: [estimator] });
  try {
    const [cost, size] = [count(rowEstimator), count(valueEstimator)];
    if (cost > MAX_ROWS)
      return `The operation could read ${cost} rows, more than the maximum of ${MAX_ROWS}: ask for smaller pages, or for fewer lists inside them`;
    return size > MAX_VALUES
      ? `The answer could have ${size} values, more than the maximum of ${MAX_VALUES}: ask for smaller pages, or for fewer fields`
      : "";
  } catch {
    // The count stops at a limit, which nested fragments can exceed.
    return "The operation is too long with its fragments expanded";
  }
};

/** Refuses operations that could cost too much, before they run. */
export const createCostCheck = (schema: GraphQLSchema) => {
  // The cost depends on the document and on sizes, so repeated documents hit a cache.
  const cachedReasons = new WeakMap<OperationDefinitionNode, Map<string, string>>();
  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ): void => {
    const reasons = cachedReasons.get(operation) ?? new Map<string, string>();
    cachedReasons.set(operation, reasons);
    // Only sizes and conditions among the variables matter. Null differs from the default.
    const key = JSON.stringify(
      Object.entries(variables).filter(
        ([, value]) => value === null || SIZED_TYPES.has(typeof value),
      ),
    );
    let reason = reasons.get(key);
    if (reason === undefined) {
      reason = findRefusalReason({
        schema,
        query: document,
        variables,
        ...(operation.name && { operationName: operation.name.value }),
      });
      if (reasons.size >= MAX_CACHED_REASONS) reasons.clear();
      reasons.set(key, reason);
    }
    if (reason !== "") throw costError(reason);
  };
};
