import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { EventFieldSchema } from "../../graph/webhooks/event-definition.js";
import { DEFAULT_EVENT, type EventName, eventNames, events } from "../../graph/webhooks/events.js";
import { constraintsOf } from "../../graph/core/constraints.js";
import { examples } from "./examples.js";
import {
  type Components,
  withDescription,
  buildObjectSchema,
  makeNullable,
  type OpenApiObject,
} from "./schemas.js";

/** Builds the schema of a field of an event's data. @throws where no GraphQL field has the name in `like` */
const buildField = (
  schema: GraphQLSchema,
  components: Components,
  field: EventFieldSchema,
): OpenApiObject => {
  if (field.like === undefined) return field;
  const [typeName = "", fieldName] = field.like.split(".");
  if (fieldName === undefined) return { $ref: `#/components/schemas/${typeName}` };
  const parent = schema.getType(typeName) as GraphQLObjectType | undefined;
  const target = parent?.getFields()[fieldName];
  if (!target) throw new Error(`the schema has no field ${field.like}`);
  const { type, description, ...rest } = target;
  const named = "ofType" in type ? type.ofType : type;
  const value = { ...components.resolveLeaf(named as never), ...constraintsOf(rest) };
  return withDescription(field["isNullable"] ? makeNullable(value) : value, description);
};

const webhookHeaders = [
  {
    name: "webhook-id",
    description: "The event's id for this webhook. A redelivery has it again: it tells a repeat.",
    schema: { type: "string" },
  },
  {
    name: "webhook-timestamp",
    description: "When it was sent, in seconds since 1970. Refuse what is old.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  {
    name: "webhook-signature",
    description:
      "Signatures as Standard Webhooks has them, with a space between: `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the webhook's own secret and by the organization's. Check either, over the exact bytes.",
    schema: { type: "string", pattern: "^v1,\\S+( v1,\\S+)*$" },
  },
].map((parameter) => ({ ...parameter, in: "header", required: true }));

const testHeader = {
  name: "webhook-test",
  in: "header",
  description: "Marks a test.",
  schema: { type: "string", const: "true" },
};

/** The events as requests that the server makes. */
export const buildWebhooks = (schema: GraphQLSchema, components: Components): OpenApiObject => {
  const eventOf = (name: EventName): OpenApiObject => {
    const { when, subject, fields } = events[name];
    const properties = Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        buildField(schema, components, field.schema),
      ]),
    );
    const optional = Object.keys(fields).filter((key) => fields[key]!.isOptional);
    const data = {
      ...buildObjectSchema(properties, optional),
      ...(subject.customFieldsOf && {
        description:
          "Also holds the call's custom fields, except those with the name of a field listed here.",
        additionalProperties: true,
      }),
    };
    const body = examples[name]?.body;
    return {
      post: {
        operationId: name,
        tags: ["Webhooks"],
        summary: when,
        parameters: name === DEFAULT_EVENT ? [...webhookHeaders, testHeader] : webhookHeaders,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: buildObjectSchema({ event: { type: "string", const: name }, data }),
              ...(body && { example: body }),
            },
          },
        },
        responses: {
          "2XX": {
            description: "Taken. What the body says is kept in the log, up to 4 KiB of it.",
          },
          default: {
            description:
              "Failed, as is no answer within 10 seconds. It is not sent again by itself.",
          },
        },
      },
    };
  };
  return Object.fromEntries(eventNames.map((name) => [name, eventOf(name)]));
};
