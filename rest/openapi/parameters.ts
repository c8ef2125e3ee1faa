import { getNullableType, isListType } from "graphql";
import { inputOf, schemaOf } from "./inputs.js";
import { parameterRef } from "./headers.js";
import { isRequired, type Parts } from "./parts.js";
import type { Schema } from "./schemas.js";

const exampleOf = ({ type }: Schema, text: string): unknown => {
  if (type === "array") return text.split(",");
  return type === "integer" ? Number(text) : text;
};

/** A parameter of the path or the query. What no variable takes is the credential. */
const parameterOf = (parts: Parts, name: string, place: "path" | "query"): Schema => {
  const { route, field, components, example } = parts;
  const variable = route.variables.find((one) => route.names.get(one.name)!.includes(name));
  if (!variable)
    return {
      name,
      in: place,
      required: true,
      description: "The token at the end of the organization's `dialerUrl`: the credential.",
      schema: { type: "string" },
    };
  const { description, ...schema } = schemaOf(components, inputOf(field, variable), false);
  const filled = place === "query" && !route.emptyIsAbsent?.includes(name);
  const isList = isListType(getNullableType(variable.type));
  const most = route.most?.[name];
  const given = example.parameters?.[name];
  const said = variable.name === name ? description : `The same as \`${variable.name}\`.`;
  // Beside a file: the rest is in the query where the body is the file alone.
  if (route.upload) return besideFile(name, description, schema);
  return {
    name,
    in: place,
    ...(said !== undefined && { description: said }),
    ...((place === "path" || isRequired(parts, variable)) && { required: true }),
    ...(isList && { style: "form", explode: false }),
    schema: {
      ...schema,
      ...(filled && schema["type"] === "string" && !schema["pattern"] && { minLength: 1 }),
      ...(isList && { items: { ...(schema["items"] as Schema), minLength: 1 }, minItems: 1 }),
      ...(most !== undefined && { maxItems: most }),
    },
    ...(given !== undefined && { example: exampleOf(schema, given) }),
  };
};

const isJson = ({ type, $ref }: Schema): boolean =>
  $ref !== undefined || type === "array" || type === "object";

const besideFile = (name: string, description: unknown, schema: Schema): Schema => ({
  name,
  in: "query",
  description: [description, "For a body that is the file alone."].filter(Boolean).join(" "),
  ...(isJson(schema) ? { content: { "application/json": { schema } } } : { schema }),
});

/** Lists of what more to answer. */
const flagParameters = ({ route }: Parts): Schema[] =>
  Object.entries(route.flags ?? {}).map(([name, flags]) => ({
    name,
    in: "query",
    description: [
      "What more to answer of each.",
      ...Object.entries(route.mostWith?.[name] ?? {}).map(
        ([other, most]) => `\`${other}\` is at most ${most} with it.`,
      ),
    ].join(" "),
    style: "form",
    explode: false,
    schema: { type: "array", items: { type: "string", enum: flags }, minItems: 1 },
  }));

/** All parameters of a route, its headers too. */
export const parametersOf = (parts: Parts): Schema[] => {
  const { route, hasBody, inPath } = parts;
  const isQuery = (name: string): boolean =>
    !hasBody || route.upload === true || (route.whole !== undefined && name !== route.whole);
  const query = route.variables.filter(({ name }) => !inPath.includes(name) && isQuery(name));
  return [
    ...inPath.map((name) => parameterOf(parts, name, "path")),
    ...query
      .flatMap(({ name }) => route.names.get(name)!)
      .map((name) => parameterOf(parts, name, "query")),
    ...flagParameters(parts),
    parameterRef("RequestId"),
    ...(route.method === "get" ? [parameterRef("IfNoneMatch")] : []),
  ];
};
