import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { EventFieldSchema } from "../../graph/webhooks/event-definition.js";
import { DEFAULT_EVENT, type EventName, eventNames, events } from "../../graph/webhooks/events.js";
import { constraintsOf } from "../../graph/arguments/constraints.js";
import { examples } from "./examples.js";
import {
  type Components,
  withDescription,
  buildObjectSchema,
  makeNullable,
  type OpenApiObject,
} from "./schemas.js";

/** Builds the schema of a field of an event's data. @throws if `like` isn't a GraphQL field */
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
    description:
      "The event's id for this webhook. A redelivery has the same id: use it to ignore repeats.",
    schema: { type: "string" },
  },
  {
    name: "webhook-timestamp",
    description:
      "The time of the attempt in seconds since 1970. Refuse requests older than five minutes.",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  {
    name: "webhook-signature",
    description:
      "Standard Webhooks signatures, separated by a space: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, one by the webhook's secret and one by the organization's. Verify either over the exact bytes.",
    schema: { type: "string", pattern: "^v1,\\S+( v1,\\S+)*$" },
  },
].map((parameter) => ({ ...parameter, in: "header", required: true }));

const testHeader = {
  name: "webhook-test",
  in: "header",
  description: "Present only on tests.",
  schema: { type: "string", const: "true" },
};

/** Builds the `webhooks` section: the requests that the server sends. */
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
          "Also contains the call's custom fields, except those named like a field listed here.",
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
            description: "Delivered. The delivery log stores the first 4 KiB of the response body.",
          },
          default: {
            description:
              "Failed. No response within 10 seconds fails as well. debrief does not retry by itself.",
          },
        },
      },
    };
  };
  return Object.fromEntries(eventNames.map((name) => [name, eventOf(name)]));
};
