import {
  getNullableType,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  type DocumentNode,
} from "graphql";
import type { OperationVariable } from "../../../graph/arguments/variables.js";
import { MAX_ANSWER_BYTES } from "./answer-size.js";
import { createCostCounter, type OperationCost } from "./operation-cost.js";

/** About one second of work. Two nested pages of 100 cost 10,000. */
const MAX_ROWS = 25_000;
/** The limit for a few rows with many fields, which cost as much time. */
const MAX_VALUES = 500_000;
/** An alias repeats its field in the response, so a long text can be sent many times. */
const MAX_ALIASES = 100;
const MAX_CACHED_VERDICTS = 100;

/** A response that could exceed this holds a slot until it is sent. */
const LARGE_ANSWER_BYTES = 1024 * 1024;

/** How an operation must run. */
interface OperationSize {
  /** Whether its response could be too large, or its scans too long. */
  isMetered: boolean;
  /** Whether its response could be large. */
  isLarge: boolean;
}

/** The result of checking an operation. */
interface Verdict extends OperationSize {
  /** Why the operation must not run; empty if it may. */
  refusal: string;
}

const costError = (message: string): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: "GRAPHQL_VALIDATION_FAILED", http: { status: 400 } },
  });

const findRefusal = ({ rows, values, aliases, schemas }: OperationCost): string => {
  if (aliases > MAX_ALIASES)
    return `The operation has ${aliases} aliases with its fragments expanded, more than the maximum of ${MAX_ALIASES}`;
  if (schemas > 1) return "The operation selects __schema more than once";
  if (rows > MAX_ROWS)
    return `The operation could read ${rows} rows, more than the maximum of ${MAX_ROWS}: request smaller pages, fewer lists inside them, or fewer filters at once`;
  return values > MAX_VALUES
    ? `The response could have ${values} values, more than the maximum of ${MAX_VALUES}: request smaller pages or fewer fields`
    : "";
};

/** Returns the values that determine the cost: numbers, conditions, choices, and which input fields are set. */
const reduceToSizes = (value: unknown, declared: GraphQLInputType): unknown => {
  if (value === null || value === undefined) return value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  const type = getNullableType(declared);
  // A choice can decide whether an index has the order of a list.
  if (isEnumType(type)) return value;
  if (!isInputObjectType(type) || typeof value !== "object") return "set";
  const sizes: Record<string, unknown> = {};
  for (const { name, type: inner } of Object.values(type.getFields()))
    sizes[name] = reduceToSizes((value as Record<string, unknown>)[name], inner);
  return sizes;
};

/**
 * Returns a copy without list items and JSON fields, which don't affect the cost: the cost count coerces its variables
 * once per estimator.
 */
const omitItems = (value: unknown, declared: GraphQLInputType): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const type = getNullableType(declared);
  if (isListType(type)) return [];
  if (!isInputObjectType(type)) return {};
  const copy: Record<string, unknown> = {};
  for (const { name, type: inner } of Object.values(type.getFields())) {
    const item = (value as Record<string, unknown>)[name];
    if (item !== undefined) copy[name] = omitItems(item, inner);
  }
  return copy;
};

/** Refuses operations that could cost too much, before they run. Returns how to run the others. */
export const createCostCheck = (schema: GraphQLSchema) => {
  const countCost = createCostCounter(schema);
  // The cost depends on the document and on sizes, so repeated documents hit a cache.
  const cachedVerdicts = new WeakMap<OperationDefinitionNode, Map<string, Verdict>>();
  const judge = (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    values: Record<string, unknown>,
  ): Verdict => {
    try {
      const cost = countCost(document, operation, values);
      return {
        refusal: findRefusal(cost),
        isMetered: cost.scans > 0 || cost.bytes > MAX_ANSWER_BYTES,
        isLarge: cost.bytes > LARGE_ANSWER_BYTES,
      };
    } catch {
      // The count stops at a limit, which nested fragments can exceed.
      const refusal = "The operation is too long with its fragments expanded";
      return { refusal, isMetered: true, isLarge: true };
    }
  };
  return (
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: readonly OperationVariable[],
    values: Record<string, unknown>,
  ): OperationSize => {
    const verdicts = cachedVerdicts.get(operation) ?? new Map<string, Verdict>();
    cachedVerdicts.set(operation, verdicts);
    const sizes: Record<string, unknown> = {};
    for (const { name, type } of variables) sizes[name] = reduceToSizes(values[name], type);
    // Null differs from an absent variable, which takes its default and which JSON omits.
    const key = JSON.stringify(sizes);
    let verdict = verdicts.get(key);
    if (!verdict) {
      const counted: Record<string, unknown> = {};
      for (const { name, type } of variables)
        if (Object.hasOwn(values, name)) counted[name] = omitItems(values[name], type);
      verdict = judge(document, operation, counted);
      if (verdicts.size >= MAX_CACHED_VERDICTS) verdicts.clear();
      verdicts.set(key, verdict);
    }
    if (verdict.refusal !== "") throw costError(verdict.refusal);
    return verdict;
  };
};
