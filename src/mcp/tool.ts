import { type GraphQLSchema, Kind, type OperationDefinitionNode } from "graphql";
import type { Context } from "../../graph/context.js";
import { Failure, invalidField } from "../../graph/errors.js";
import { checkRequired, checkValues } from "../../graph/variables.js";
import { inputOf, schemaOf } from "../../rest/openapi/inputs.js";
import { Components, objectOf, type Schema } from "../../rest/openapi/schemas.js";
import { renamed } from "../../rest/read.js";
import { compile, type CompiledRoute } from "../../rest/route.js";
import type { Tool } from "./tools.js";

type Values = Record<string, unknown>;

/** Says in its place what other schemas refer to by a name. */
class Inline extends Components {
  override add(_name: string, schema: Schema): Schema {
    return schema;
  }
}

export interface CompiledTool extends Tool, Pick<CompiledRoute, "variables" | "run"> {
  /** JSON Schema of the arguments. */
  inputSchema: Schema & { type: "object" };
  /** The core does not page the list: its cursor counts what has been given. */
  isCounted: boolean;
}

const CURSOR = "cursor";

/** @throws where the operation does not fit the schema */
export const compileTool = (schema: GraphQLSchema, tool: Tool): CompiledTool => {
  const { name, title, operation } = tool;
  // What a route of /v1 is but for its path.
  const route = { method: "get", path: `tool ${name}`, summary: title, operation } as const;
  const { document, variables, run } = compile(schema, route);
  const [field] = (document.definitions[0] as OperationDefinitionNode).selectionSet.selections;
  if (field?.kind !== Kind.FIELD) throw new Error(`${name} asks for no field`);
  const asked = schema.getQueryType()!.getFields()[field.name.value]!;
  const isCounted = tool.list !== undefined && !variables.some(({ name }) => name === CURSOR);
  const properties: Record<string, Schema> = Object.fromEntries(
    variables.map((variable) => {
      const said = tool.arguments?.[variable.name];
      const value = schemaOf(new Inline(), inputOf(asked, variable), false);
      return [variable.name, { ...value, ...(said !== undefined && { description: said }) }];
    }),
  );
  if (isCounted)
    properties[CURSOR] = {
      type: "string",
      description: "The nextCursor of the answer before this one.",
    };
  const required = new Set(
    variables.filter(({ type }) => String(type).endsWith("!")).map(({ name }) => name),
  );
  const optional = Object.keys(properties).filter((name) => !required.has(name));
  return {
    ...tool,
    variables,
    run,
    isCounted,
    inputSchema: { ...objectOf(properties, optional), type: "object", additionalProperties: false },
  };
};

/** Where a list that is counted goes on. @throws INVALID_CURSOR */
const startOf = (cursor: unknown): number => {
  if (cursor === undefined) return 0;
  if (typeof cursor !== "string" || !/^\d{1,9}$/.test(cursor))
    throw new Failure("INVALID_CURSOR", "is no cursor of this list", CURSOR);
  return Number(cursor);
};

/** What a tool has found, and from where on its list is to be told. */
export interface Found {
  body: Values;
  start: number;
}

/** Runs a tool. @throws what is wrong, by the names of its arguments */
export const runTool = async (
  tool: CompiledTool,
  context: Context,
  given: Values,
): Promise<Found> => {
  // Assistants say null for what they leave out.
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const properties = tool.inputSchema["properties"] as Values;
  for (const name of Object.keys(values))
    if (!Object.hasOwn(properties, name)) throw invalidField(name, "is no argument of this tool");
  try {
    checkRequired(tool.variables, values);
    checkValues(tool.variables, values);
    const start = tool.isCounted ? startOf(values[CURSOR]) : 0;
    const { data, errors } = await tool.run(context, values);
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    const [found] = Object.values(data ?? {});
    if (found === null && tool.missing) throw new Failure("NOT_FOUND", tool.missing);
    // As it is sent: times and kept JSON are not text before.
    const body = JSON.parse(JSON.stringify(data!["body"] ?? data)) as Values;
    return { body, start };
  } catch (error) {
    throw error instanceof Failure ? renamed(error, tool.variables, new Map()) : error;
  }
};
