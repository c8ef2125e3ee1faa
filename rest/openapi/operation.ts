import { getNamedType, isNonNullType, type GraphQLObjectType } from "graphql";
import { BODY_LIMIT } from "../handler.js";
import { Answers } from "./answers.js";
import { errorsOf } from "./errors.js";
import { headersOf } from "./headers.js";
import { inputOf, schemaOf } from "./inputs.js";
import { parametersOf } from "./parameters.js";
import { isRequired, type Parts } from "./parts.js";
import { objectOf, type Schema } from "./schemas.js";
import { tagOf } from "./tags.js";

const MIB = 1024 * 1024;

const bodyOf = (parts: Parts): Schema => {
  const { route, field, components } = parts;
  if (route.whole !== undefined) return { type: "object" };
  const properties = route.variables.map((variable) => {
    const isNullable =
      !route.upload && !isNonNullType(variable.type) && !route.notNull?.includes(variable.name);
    const schema = schemaOf(components, inputOf(field, variable), isNullable);
    return [variable.name, { ...schema, ...route.shapes?.[variable.name] }] as const;
  });
  const optional = route.variables.filter((variable) => !isRequired(parts, variable));
  return objectOf(
    Object.fromEntries(properties),
    optional.map(({ name }) => name),
  );
};

/** A form with the file in it, or the file alone. */
const uploadOf = (parts: Parts): Schema => {
  const fields = bodyOf(parts) as { properties: Schema; required?: string[] };
  const file = {
    type: "string",
    contentMediaType: "application/octet-stream",
    description: "The audio or video; a part with a filename.",
  };
  const { body } = parts.example;
  return {
    description:
      "The file may have as many bytes as the server takes (512 MB unless it is set otherwise), the fields of a form 10 MiB together.",
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

const constant = (value: unknown): Schema => ({ type: typeof value, const: value });

const answerOf = ({ route, field, node, components }: Parts): Schema => {
  if (route.answer)
    return objectOf(
      Object.fromEntries(
        Object.entries(route.answer).map(([name, value]) => [name, constant(value)]),
      ),
    );
  const answers = new Answers(components, route);
  const name = node.alias?.value ?? node.name.value;
  if (name === "body") {
    const type = getNamedType(field.type) as GraphQLObjectType;
    return answers.object(type, node.selectionSet!);
  }
  return objectOf({
    ...(route.message !== undefined && { message: { type: "string" } }),
    [name]: answers.value(field.type, node.selectionSet),
  });
};

const json = (schema: Schema, example: unknown): Schema => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

/** What is another's own, one of them sends as a form. */
const FORM = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };

/** The operation of a route. `shared`: where answers that are the same everywhere go. */
export const operationOf = (parts: Parts, shared: Schema): Schema => {
  const { route, id, hasBody, example } = parts;
  const isRead = route.method === "get";
  const caching = isRead ? ["etag", "cache-control"] : [];
  return {
    operationId: id,
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(route.about !== undefined && { description: route.about }),
    ...(route.path.includes("/:dialerToken") && { security: [] }),
    parameters: parametersOf(parts),
    ...(route.upload && { requestBody: uploadOf(parts) }),
    ...(hasBody &&
      !route.upload && {
        requestBody: {
          description: `At most ${(route.bodyLimit ?? BODY_LIMIT) / MIB} MiB.`,
          required: true,
          content: {
            ...json(bodyOf(parts), example.body),
            ...(route.whole !== undefined && FORM),
          },
        },
      }),
    responses: {
      200: {
        description: "OK",
        headers: headersOf(...caching),
        content: json(answerOf(parts), example.answer),
      },
      ...(isRead && { 304: { description: "The caller has it.", headers: headersOf(...caching) } }),
      ...errorsOf(parts, shared),
    },
  };
};
