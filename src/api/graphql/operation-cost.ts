import {
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  isIntrospectionType,
  isLeafType,
  type OperationDefinitionNode,
} from "graphql";
import { type ComplexityEstimator, getComplexity } from "graphql-query-complexity";
import { MAX_PAGE_SIZE } from "../../../graph/arguments/limits.js";
import { DEFAULT_PAGE_SIZE } from "../../../graph/arguments/pagination.js";
import { scanPriceOf } from "../../../graph/context/scans.js";
import { createFieldSizes } from "./field-sizes.js";

type Selected = Parameters<ComplexityEstimator>[0];

/** What an operation could cost, with its fragments spread. */
export interface OperationCost {
  /** The rows that it could read, plus its scans expressed in rows. */
  rows: number;
  /** The cost of its scans, in rows. */
  scans: number;
  /** The values in the response; a large value counts as several. */
  values: number;
  aliases: number;
  /** How often it selects the whole schema. */
  schemas: number;
  /** The largest possible response, in bytes. */
  bytes: number;
}

/** A large value counts as one value per this many bytes, because reading and writing it costs as much. */
const BYTES_PER_VALUE = 16 * 1024;
const MAX_VALUES_PER_FIELD = 8;

/** The assumed length of introspection lists, of which at most a few are long. */
const INTROSPECTION_ITEMS: Record<string, number> = { types: 100, fields: 10 };
const OTHER_INTROSPECTION_ITEMS = 4;

const isPage = ({ args }: { args: readonly { name: string }[] }): boolean =>
  args.some(({ name }) => name === "first");

/** A page's rows are counted at the page itself. */
const isRowsOfPage = ({ field, type }: Selected): boolean =>
  ["nodes", "edges"].includes(field.name) && type.name.endsWith("Connection");

const isLeaf = ({ field }: Selected): boolean => isLeafType(getNamedType(field.type));

const isIntrospection = ({ type }: Selected): boolean => isIntrospectionType(type);

/** Returns the row count of a list, or its time equivalent in rows; 1 if the parent's read includes the list. */
const estimateRows = ({ field, args }: Selected): number => {
  const { rows } = field.extensions as { rows?: number };
  if (rows !== undefined) return rows;
  if (!isPage(field)) return 1;
  // The resolver refuses a value outside the range and names the argument.
  return Math.min(
    Math.max((args["first"] as number | null | undefined) ?? DEFAULT_PAGE_SIZE, 1),
    MAX_PAGE_SIZE,
  );
};

const estimateScans = ({ field, args }: Selected): number => scanPriceOf(field)?.(args) ?? 0;

const countScans: ComplexityEstimator = (options) =>
  estimateScans(options) + estimateRows(options) * options.childComplexity;

const countRows: ComplexityEstimator = (options) => {
  if (isLeaf(options) || isIntrospection(options)) return 0;
  // The connection itself does not count as a row.
  const rows = (isPage(options.field) ? 0 : 1) + options.childComplexity;
  return estimateScans(options) + estimateRows(options) * rows;
};

const countAliases: ComplexityEstimator = ({ node, childComplexity }) =>
  (node.alias ? 1 : 0) + childComplexity;

const countSchemas: ComplexityEstimator = ({ node, childComplexity }) =>
  (node.name.value === "__schema" ? 1 : 0) + childComplexity;

const estimateItems = (options: Selected): number =>
  isIntrospection(options) && String(options.field.type).startsWith("[")
    ? (INTROSPECTION_ITEMS[options.field.name] ?? OTHER_INTROSPECTION_ITEMS)
    : estimateRows(options);

/** Creates the function that counts what an operation could cost. It throws if the operation is too long. */
export const createCostCounter = (
  schema: GraphQLSchema,
): ((
  query: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
) => OperationCost) => {
  const { bytesOf, itemsOf } = createFieldSizes(schema);
  const countValues: ComplexityEstimator = (options) => {
    if (!isLeaf(options)) return estimateItems(options) * options.childComplexity;
    const values = Math.floor(bytesOf(options.field) / BYTES_PER_VALUE);
    return Math.min(Math.max(values, 1), MAX_VALUES_PER_FIELD);
  };
  const countBytes: ComplexityEstimator = (options) => {
    const { field, node, childComplexity } = options;
    // A name also appears in the response once per row.
    const name = (node.alias ?? node.name).value.length + 4;
    const items =
      isPage(field) || isRowsOfPage(options) || isIntrospection(options)
        ? estimateItems(options)
        : itemsOf(field);
    return name + items * (isLeaf(options) ? bytesOf(field) : childComplexity + 2);
  };
  return (query, { name }, variables) => {
    const count = (estimator: ComplexityEstimator): number =>
      getComplexity({
        schema,
        query,
        variables,
        ...(name && { operationName: name.value }),
        estimators: [estimator],
      });
    return {
      rows: count(countRows),
      scans: count(countScans),
      values: count(countValues),
      aliases: count(countAliases),
      schemas: count(countSchemas),
      bytes: count(countBytes),
    };
  };
};
