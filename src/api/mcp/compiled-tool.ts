import { type GraphQLSchema, Kind, type OperationDefinitionNode } from "graphql";
import type { Context } from "../../../graph/context/context.js";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import { validateRequired, validateValues } from "../../../graph/arguments/variables.js";
import { buildInputSchema } from "../../../rest/openapi/inputs.js";
import { resolveInput } from "../../../rest/resolve-input.js";
import {
  Components,
  buildObjectSchema,
  type OpenApiObject,
} from "../../../rest/openapi/schemas.js";
import { ResponseSchemas } from "../../../rest/openapi/response-schemas.js";
import { renameFailureField } from "../../../rest/request-variables.js";
import { compileRoute, type CompiledRoute } from "../../../rest/route.js";
import type { Tool } from "./tools.js";

type Values = Record<string, unknown>;

/** Inlines schemas instead of references to them. */
class InlineComponents extends Components {
  override addSchema(_name: string, schema: OpenApiObject): OpenApiObject {
    return schema;
  }
}

export interface CompiledTool extends Tool, Pick<CompiledRoute, "variables" | "run"> {
  /** JSON Schema of the arguments. */
  inputSchema: OpenApiObject & { type: "object" };
  /** JSON Schema of the result. */
  outputSchema: ObjectSchema;
  /** The core doesn't paginate the list, so the cursor is an offset. */
  isOffsetPaged: boolean;
}

const CURSOR = "cursor";

type ObjectSchema = OpenApiObject & { type: "object"; properties: Record<string, OpenApiObject> };

/** Builds the schema of a tool's result, with what its truncation adds. */
const buildOutputSchema = (
  schema: GraphQLSchema,
  route: CompiledRoute,
  list: string | undefined,
): ObjectSchema => {
  const { selectionSet } = route.document.definitions[0] as OperationDefinitionNode;
  const selected = new ResponseSchemas(new InlineComponents(), route).buildObject(
    schema.getQueryType()!,
    selectionSet,
  );
  const fields = selected["properties"] as Record<string, ObjectSchema>;
  // The result is never null: a tool that finds nothing fails.
  const body = { ...(fields["body"] ?? selected), type: "object" } as ObjectSchema;
  const properties = { ...body.properties, note: { type: "string" } };
  if (list === undefined) return { ...body, properties };
  const { items } = body.properties[list] as { items: ObjectSchema };
  return {
    ...body,
    properties: {
      ...properties,
      // A page's items are shown without their cursors.
      [list]: { type: "array", items: items.properties["node"] ?? items },
      nextCursor: { type: ["string", "null"], description: "Pass it as cursor for the rest." },
      hasMore: { type: "boolean" },
    },
  };
};

/** Compiles a tool. @throws if the operation does not fit the schema */
export const compileTool = (schema: GraphQLSchema, tool: Tool): CompiledTool => {
  const { name, title, operation } = tool;
  // Compiled like a route of /v1, without a path.
  const route = { method: "get", path: `tool ${name}`, summary: title, operation } as const;
  const compiled = compileRoute(schema, route);
  const { document, variables, run } = compiled;
  const [field] = (document.definitions[0] as OperationDefinitionNode).selectionSet.selections;
  if (field?.kind !== Kind.FIELD) throw new Error(`${name} selects no field`);
  const queryField = schema.getQueryType()!.getFields()[field.name.value]!;
  const isOffsetPaged = tool.list !== undefined && !variables.some(({ name }) => name === CURSOR);
  const properties: Record<string, OpenApiObject> = Object.fromEntries(
    variables.map((variable) => {
      const description = tool.arguments?.[variable.name];
      const value = buildInputSchema(
        new InlineComponents(),
        resolveInput(queryField, variable),
        false,
      );
      return [variable.name, { ...value, ...(description !== undefined && { description }) }];
    }),
  );
  if (isOffsetPaged)
    properties[CURSOR] = {
      type: "string",
      description: "The nextCursor of the previous answer.",
    };
  const required = new Set(
    variables.filter(({ type }) => String(type).endsWith("!")).map(({ name }) => name),
  );
  const optional = Object.keys(properties).filter((name) => !required.has(name));
  return {
    ...tool,
    variables,
    run,
    isOffsetPaged,
    inputSchema: {
      ...buildObjectSchema(properties, optional),
      type: "object",
      additionalProperties: false,
    },
    outputSchema: buildOutputSchema(schema, compiled, tool.list),
  };
};

/** Parses the cursor of an offset-paged list. @throws INVALID_CURSOR */
const parseOffset = (cursor: unknown): number => {
  if (cursor === undefined) return 0;
  if (typeof cursor !== "string" || !/^\d{1,9}$/.test(cursor))
    throw new Failure("INVALID_CURSOR", "isn't a cursor of this list", CURSOR);
  return Number(cursor);
};

/** The result of a tool, and the offset at which its list starts. */
export interface ToolResult {
  body: Values;
  offset: number;
}

/** Runs a tool. @throws Failure with the names of the tool's arguments */
export const runTool = async (
  tool: CompiledTool,
  context: Context,
  args: Values,
): Promise<ToolResult> => {
  // Assistants send null for absent arguments.
  const values = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const properties = tool.inputSchema["properties"] as Values;
  for (const name of Object.keys(values))
    if (!Object.hasOwn(properties, name))
      throw invalidField(name, "isn't an argument of this tool");
  try {
    validateRequired(tool.variables, values);
    validateValues(tool.variables, values);
    const offset = tool.isOffsetPaged ? parseOffset(values[CURSOR]) : 0;
    const { data, errors } = await tool.run(context, values);
    if (errors?.[0]) throw errors[0].originalError ?? errors[0];
    const [result] = Object.values(data ?? {});
    if (result === null && tool.notFoundMessage)
      throw new Failure("NOT_FOUND", tool.notFoundMessage);
    // Converted to JSON: before this, times and stored JSON aren't text.
    const body = JSON.parse(JSON.stringify(data!["body"] ?? data)) as Values;
    return { body, offset };
  } catch (error) {
    throw error instanceof Failure ? renameFailureField(error, tool.variables, new Map()) : error;
  }
};
