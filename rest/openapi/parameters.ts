import { getNullableType, isListType } from "graphql";
import { resolveInput, buildInputSchema } from "./inputs.js";
import { buildParameterRef } from "./headers.js";
import { isRequired, type RouteParts } from "./route-parts.js";
import type { OpenApiObject } from "./schemas.js";

const parseExample = ({ type }: OpenApiObject, text: string): unknown => {
  if (type === "array") return text.split(",");
  return type === "integer" ? Number(text) : text;
};

/** A parameter of the path or the query. What no variable takes is the credential. */
const buildParameter = (
  parts: RouteParts,
  name: string,
  place: "path" | "query",
): OpenApiObject => {
  const { route, field, components, example } = parts;
  const variable = route.variables.find((one) => route.names.get(one.name)!.includes(name));
  if (!variable)
    return {
      name,
      in: place,
      required: true,
      description: "The credential: the token at the end of the organization's `dialerUrl`.",
      schema: { type: "string" },
    };
  const { description, ...schema } = buildInputSchema(
    components,
    resolveInput(field, variable),
    false,
  );
  const filled = place === "query" && !route.emptyIsAbsent?.includes(name);
  const isList = isListType(getNullableType(variable.type));
  const most = route.maxItems?.[name];
  const given = example.parameters?.[name];
  const said = variable.name === name ? description : `The same as \`${variable.name}\`.`;
  // Beside a file: the rest is in the query where the body is the file alone.
  if (route.isUpload) return buildUploadParameter(name, description, schema);
  return {
    name,
    in: place,
    ...(said !== undefined && { description: said }),
    ...((place === "path" || isRequired(parts, variable)) && { required: true }),
    ...(isList && { style: "form", explode: false }),
    schema: {
      ...schema,
      ...(filled && schema["type"] === "string" && !schema["pattern"] && { minLength: 1 }),
      ...(isList && {
        items: { ...(schema["items"] as OpenApiObject), minLength: 1 },
        minItems: 1,
      }),
      ...(most !== undefined && { maxItems: most }),
    },
    ...(given !== undefined && { example: parseExample(schema, given) }),
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

/** Lists of what more to answer. */
const buildFlagParameters = ({ route }: RouteParts): OpenApiObject[] =>
  Object.entries(route.flags ?? {}).map(([name, flags]) => ({
    name,
    in: "query",
    description: [
      "Additional parts of each item to return.",
      ...Object.entries(route.maxWith?.[name] ?? {}).map(
        ([other, most]) => `\`${other}\` is at most ${most} with it.`,
      ),
    ].join(" "),
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: flags }, minItems: 1 },
  }));

/** All parameters of a route, its headers too. */
export const buildParameters = (parts: RouteParts): OpenApiObject[] => {
  const { route, hasBody, pathNames } = parts;
  const isQuery = (name: string): boolean =>
    !hasBody ||
    route.isUpload === true ||
    (route.bodyVariable !== undefined && name !== route.bodyVariable);
  const query = route.variables.filter(({ name }) => !pathNames.includes(name) && isQuery(name));
  return [
    ...pathNames.map((name) => buildParameter(parts, name, "path")),
    ...query
      .flatMap(({ name }) => route.names.get(name)!)
      .map((name) => buildParameter(parts, name, "query")),
    ...buildFlagParameters(parts),
    buildParameterRef("RequestId"),
    ...(route.method === "get" ? [buildParameterRef("IfNoneMatch")] : []),
  ];
};
