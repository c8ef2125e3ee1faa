import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import { type EventName, eventNames, type RecordingData } from "../../graph/events.js";
import { keywordsOf } from "../../graph/keywords.js";
import { examples } from "./examples.js";
import { type Components, described, objectOf, orNull, type Schema } from "./schemas.js";

const when: Record<EventName, string> = {
  "recording.processed": "The analysis of a recording is complete, for the first time.",
  "recording.integration_updated": "A recording was synced to a CRM.",
  "client.created":
    "A recording is complete whose client a rep made. It is sent instead of `recording.processed`.",
};

/** A field of the recording, or what an event alone has. */
type Told = { like: string; nullable?: true } | Schema;

const count = (description: string): Schema => ({ type: "integer", minimum: 0, description });
const text = (description: string): Schema => ({ type: "string", description });

const told: Record<keyof RecordingData, Told> = {
  id: { like: "id" },
  name: { like: "name" },
  actionItems: text(
    "A heading for each kind of action items, and a line for each; empty if there is none.",
  ),
  notes: { like: "notes" },
  meetingUrl: { like: "url" },
  process: text("The questions of the process with their answers, then its summary."),
  processFollowed: count("Questions answered yes."),
  processMissed: count("Questions not answered yes."),
  processTotal: count("All questions."),
  event_id: { like: "eventId" },
  status: { like: "status" },
  createdAt: { like: "createdAt" },
  duration: { like: "duration" },
  summary: { like: "summary" },
  userEmail: { like: "userEmail" },
  clientId: { like: "clientId", nullable: true },
};

const fieldOf = (recording: GraphQLObjectType, components: Components, field: Told): Schema => {
  if (typeof field["like"] !== "string") return field;
  const { type, description, ...rest } = recording.getFields()[field["like"]]!;
  const named = "ofType" in type ? type.ofType : type;
  const value = { ...components.leaf(named as never), ...keywordsOf(rest) };
  return described(field["nullable"] ? orNull(value) : value, description);
};

const parameters = [
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

const test = {
  name: "webhook-test",
  in: "header",
  description: "Marks a test.",
  schema: { type: "string", const: "true" },
};

/** The events as requests that the server makes. */
export const eventsOf = (schema: GraphQLSchema, components: Components): Schema => {
  const recording = schema.getType("Recording") as GraphQLObjectType;
  const fields = Object.fromEntries(
    Object.entries(told).map(([name, field]) => [name, fieldOf(recording, components, field)]),
  );
  const client = {
    client: { $ref: "#/components/schemas/Client" },
    integration: objectOf({
      entity: { description: "The client's details as the rep entered them." },
    }),
  };
  const eventOf = (name: EventName): Schema => {
    const data = {
      ...objectOf({ ...fields, ...(name === "client.created" && client) }, ["event_id"]),
      description: "The call's custom fields are here too, but where a field of ours has the name.",
      additionalProperties: true,
    };
    const body = examples[name]?.body;
    return {
      post: {
        operationId: name,
        tags: ["Webhooks"],
        summary: when[name],
        parameters: name === "recording.processed" ? [...parameters, test] : parameters,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: objectOf({ event: { type: "string", const: name }, data }),
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
