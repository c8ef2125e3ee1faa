import { getNamedType, isNonNullType, type GraphQLObjectType } from "graphql";
import { DEFAULT_MAX_BODY_BYTES } from "../body.js";
import { ResponseSchemas } from "./response-schemas.js";
import { buildErrorResponses } from "./errors.js";
import { buildHeaderRefs } from "./headers.js";
import { resolveInput } from "../resolve-input.js";
import { buildInputSchema } from "./inputs.js";
import { buildParameters } from "./parameters.js";
import { isRequired, type DocumentedRoute } from "./documented-route.js";
import { buildObjectSchema, type OpenApiObject } from "./schemas.js";
import { resolveGroup } from "./groups.js";

const MIB = 1024 * 1024;

/** Adds the texts that other variables read from inside an object. */
const addNestedTexts = (
  { route, field }: DocumentedRoute,
  outer: string,
  schema: OpenApiObject,
): OpenApiObject => {
  const texts = route.variables.flatMap((variable) => {
    const [object, name] = route.nestedTexts?.[variable.name] ?? [];
    if (object !== outer || name === undefined) return [];
    const { description } = resolveInput(field, variable);
    return [[name, { type: ["string", "null"], description }] as const];
  });
  if (texts.length === 0) return schema;
  const properties = Object.fromEntries(texts);
  return { allOf: [schema, { type: ["object", "null"], properties }] };
};

const buildBodySchema = (parts: DocumentedRoute): OpenApiObject => {
  const { route, field, components } = parts;
  if (route.bodyVariable !== undefined) return { type: "object" };
  const named = route.variables.filter(({ name }) => route.names.get(name)!.length > 0);
  const properties = named.map((variable) => {
    const isNullable =
      !route.isUpload &&
      !isNonNullType(variable.type) &&
      !route.nonNullBodyFields?.includes(variable.name);
    const schema = buildInputSchema(components, resolveInput(field, variable), isNullable);
    const described = { ...schema, ...route.bodySchemas?.[variable.name] };
    return [variable.name, addNestedTexts(parts, variable.name, described)] as const;
  });
  const optional = named.filter((variable) => !isRequired(parts, variable));
  return buildObjectSchema(
    Object.fromEntries(properties),
    optional.map(({ name }) => name),
  );
};

/** Describes the two upload formats: a form with the file, or the file alone. */
const buildUploadBody = (parts: DocumentedRoute): OpenApiObject => {
  const fields = buildBodySchema(parts) as { properties: OpenApiObject; required?: string[] };
  const file = {
    type: "string",
    contentMediaType: "application/octet-stream",
    description: "The audio or video, as a part with a filename.",
  };
  const { body } = parts.example;
  return {
    description:
      "The file has at most `DEBRIEF_UPLOAD_MAX_MB` megabytes (512 by default). The other fields of a form have at most 10 MiB in total.",
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          ...fields,
          properties: { ...fields.properties, file },
          required: [...(fields.required ?? []), "file"],
        },
        ...(body && { example: body }),
      },
      "audio/*": {},
      "video/*": {},
      "application/octet-stream": {},
    },
  };
};

const buildConstant = (value: unknown): OpenApiObject => ({ type: typeof value, const: value });

const buildResponseSchema = ({
  route,
  field,
  node,
  components,
}: DocumentedRoute): OpenApiObject => {
  if (route.staticResponse)
    return buildObjectSchema(
      Object.fromEntries(
        Object.entries(route.staticResponse).map(([name, value]) => [name, buildConstant(value)]),
      ),
    );
  const responseSchemas = new ResponseSchemas(components, route);
  const name = node.alias?.value ?? node.name.value;
  if (name === "body") {
    const type = getNamedType(field.type) as GraphQLObjectType;
    return responseSchemas.buildObject(type, node.selectionSet!);
  }
  return buildObjectSchema({
    ...(route.message !== undefined && { message: { type: "string" } }),
    [name]: responseSchemas.buildValue(field.type, node.selectionSet),
  });
};

const buildJsonContent = (schema: OpenApiObject, example: unknown): OpenApiObject => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

const buildTextContents = ({ representations = [] }: DocumentedRoute["route"]): OpenApiObject =>
  Object.fromEntries(
    representations.map(({ mediaType }) => [mediaType, { schema: { type: "string" } }]),
  );

/** Some vendors send their payload as a form instead of JSON. */
const FORM_CONTENT = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };

/** Builds the operation of a route. `shared` collects responses that several operations have. */
export const buildOperation = (parts: DocumentedRoute, shared: OpenApiObject): OpenApiObject => {
  const { route, id, hasBody, example } = parts;
  const isRead = route.method === "get";
  const caching = isRead ? ["etag", "cache-control"] : [];
  return {
    operationId: id,
    tags: [resolveGroup(route.path)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    ...(route.path.includes("/:dialerToken") && { security: [] }),
    parameters: buildParameters(parts),
    ...(route.isUpload && { requestBody: buildUploadBody(parts) }),
    ...(hasBody &&
      !route.isUpload && {
        requestBody: {
          description: `At most ${(route.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES) / MIB} MiB.`,
          required: true,
          content: {
            ...buildJsonContent(buildBodySchema(parts), example.body),
            ...(route.bodyVariable !== undefined && FORM_CONTENT),
          },
        },
      }),
    responses: {
      200: {
        description: "OK",
        headers: buildHeaderRefs(...caching),
        content: {
          ...buildJsonContent(buildResponseSchema(parts), example.response),
          ...buildTextContents(route),
        },
      },
      ...(isRead && {
        304: {
          description: "Not modified: the caller's copy is current.",
          headers: buildHeaderRefs(...caching),
        },
      }),
      ...buildErrorResponses(parts, shared),
    },
  };
};
