import { getNullableType, isListType } from "graphql";
import { resolveInput } from "../resolve-input.js";
import { buildInputSchema } from "./inputs.js";
import { buildParameterRef } from "./headers.js";
import { isRequired, type DocumentedRoute } from "./documented-route.js";
import type { OpenApiObject } from "./schemas.js";

const parseExample = ({ type }: OpenApiObject, text: string): unknown => {
  if (type === "array") return text.split(",");
  if (type === "boolean") return text === "true";
  return type === "integer" ? Number(text) : text;
};

/** Builds a path or query parameter. A name without a variable is the dialer token. */
const buildParameter = (
  parts: DocumentedRoute,
  name: string,
  location: "path" | "query",
): OpenApiObject => {
  const { route, field, components, example } = parts;
  const variable = route.variables.find((one) => route.names.get(one.name)!.includes(name));
  if (!variable)
    return {
      name,
      in: location,
      required: true,
      description: "The credential: the token at the end of the organization's `dialerUrl`.",
      schema: { type: "string" },
    };
  const { description, ...schema } = buildInputSchema(
    components,
    resolveInput(field, variable),
    false,
  );
  const isNonEmpty = location === "query" && !route.emptyIsAbsent?.includes(name);
  const isList = isListType(getNullableType(variable.type));
  const maxItems = route.maxItems?.[name];
  const exampleText = example.parameters?.[name];
  const parameterDescription =
    variable.name === name ? description : `The same as \`${variable.name}\`.`;
  // If the body is the file alone, the other fields are in the query.
  if (route.isUpload) return buildUploadParameter(name, description, schema);
  return {
    name,
    in: location,
    ...(parameterDescription !== undefined && { description: parameterDescription }),
    ...((location === "path" || isRequired(parts, variable)) && { required: true }),
    ...(isList && { style: "form", explode: false }),
    schema: {
      ...schema,
      ...(isNonEmpty && schema["type"] === "string" && !schema["pattern"] && { minLength: 1 }),
      ...(isList && {
        items: { ...(schema["items"] as OpenApiObject), minLength: 1 },
        minItems: 1,
      }),
      ...(maxItems !== undefined && { maxItems }),
    },
    ...(exampleText !== undefined && { example: parseExample(schema, exampleText) }),
  };
};

const isJsonEncoded = ({ type, $ref }: OpenApiObject): boolean =>
  $ref !== undefined || type === "array" || type === "object";

const buildUploadParameter = (
  name: string,
  description: unknown,
  schema: OpenApiObject,
): OpenApiObject => ({
  name,
  in: "query",
  description: [description, "Only if the body is the file alone."].filter(Boolean).join(" "),
  ...(isJsonEncoded(schema) ? { content: { "application/json": { schema } } } : { schema }),
});

/** Builds the parameters that add optional parts to a response. */
const buildFlagParameters = ({ route }: DocumentedRoute): OpenApiObject[] =>
  Object.entries(route.flags ?? {}).map(([name, flags]) => ({
    name,
    in: "query",
    description: [
      "Additional parts of each item to return.",
      ...Object.entries(route.maxWith?.[name] ?? {}).map(
        ([other, max]) => `\`${other}\` is at most ${max} with it.`,
      ),
    ].join(" "),
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: flags }, minItems: 1 },
  }));

/** Builds all parameters of a route, including headers. */
export const buildParameters = (parts: DocumentedRoute): OpenApiObject[] => {
  const { route, pathNames } = parts;
  const flagNames = Object.keys(route.flags ?? {});
  return [
    ...pathNames.map((name) => buildParameter(parts, name, "path")),
    ...[...route.queryNames]
      .filter((name) => !flagNames.includes(name))
      .map((name) => buildParameter(parts, name, "query")),
    ...buildFlagParameters(parts),
    buildParameterRef("RequestId"),
    ...(route.method === "get" ? [buildParameterRef("IfNoneMatch")] : []),
  ];
};
