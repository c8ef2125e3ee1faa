import "reflect-metadata";
import { getNamedType, type GraphQLField, isObjectType } from "graphql";
import { listClosedFields } from "../../helpers/graphql/closed-fields.js";
import { buildFullSelection } from "../../helpers/graphql/full-selection.js";
import { getSchema } from "../../helpers/graphql/schema.js";
import type { RepData } from "./rep-data.js";

/** Fields that managers and reps may not ask for. */
export const closedFields = listClosedFields("member");

/** The queries of whatever a viewer may name: with no names, or those of one rep. */
const buildArguments: Record<string, (rep: RepData) => string[]> = {
  analysisContent: ({ recording }) => [`(recordingId: "${recording}", version: 1)`],
  appointment: ({ event }) => [`(eventId: "${event}")`],
  appointments: ({ email }) => [
    "",
    "(filter: { matchStatus: matched })",
    "(filter: { matchStatus: pending })",
    `(filter: { userEmail: "${email}" })`,
  ],
  client: ({ client }) => [`(id: "${client}")`],
  clients: ({ word }) => [
    "",
    `(filter: { crmEntityId: "${word}xcustomer3" })`,
    `(filter: { email: "${word}xcustomer3@example.com" })`,
  ],
  playlist: () => ['(id: "00000000-0000-7000-8000-000000000000")'],
  playlists: () => [""],
  savedViews: () => [""],
  clip: ({ clip }) => [`(id: "${clip}")`],
  clips: ({ email }) => [
    "",
    "(filter: { shared: true })",
    `(filter: { authorEmail: "${email}" })`,
    `(filter: { userEmail: "${email}" })`,
  ],
  comment: ({ comment }) => [`(id: "${comment}")`],
  comments: ({ email, recording }) => [
    "",
    `(filter: { recordingId: "${recording}" })`,
    "(filter: { resolved: false })",
    `(filter: { authorEmail: "${email}" })`,
    `(filter: { mentionedEmail: "${email}" })`,
    `(filter: { userEmail: "${email}" })`,
  ],
  actionItems: ({ email, client }) => [
    "",
    "(filter: { completed: false })",
    '(filter: { dueBefore: "9999-12-31" })',
    `(filter: { ownerEmail: "${email}" })`,
    `(filter: { userEmail: "${email}" })`,
    `(filter: { clientId: "${client}" })`,
  ],
  coverage: ({ email }) => [
    '(from: "2026-03-01", to: "2026-03-31")',
    `(from: "2026-03-01", to: "2026-03-31", userEmail: "${email}")`,
  ],
  recordingViewers: ({ recording }) => [`(recordingId: "${recording}")`],
  originalTranscript: ({ recording }) => [`(recordingId: "${recording}")`],
  recording: ({ recording, unprocessed }) => [`(id: "${recording}")`, `(id: "${unprocessed}")`],
  recordings: ({ email, client, team, tag, word }) => [
    "",
    "(filter: { status: received })",
    `(filter: { userEmail: "${email}" })`,
    `(filter: { clientId: "${client}" })`,
    `(filter: { teamId: "${team}" })`,
    `(filter: { teamId: "${team}", search: "${word}xsaid" })`,
    `(filter: { tag: "${tag}" })`,
    `(filter: { tag: "${tag}", clientId: "${client}", updatedSince: "2020-01-01" })`,
    '(since: { updated: "2020-01-01" })',
    '(since: { processed: "2020-01-01" })',
    `(filter: { search: "${word}xsaid" })`,
    `(filter: { search: "${word}xsummary" }, order: newest)`,
    '(filter: { search: "canary*" })',
  ],
  stats: ({ email, team, tag }) => [
    "(groupBy: user)",
    "(groupBy: team)",
    `(groupBy: user, filter: { emails: ["${email}"] })`,
    `(groupBy: user, filter: { teamIds: ["${team}"] })`,
    `(groupBy: team, filter: { teamIds: ["${team}"] })`,
    `(groupBy: user, filter: { tag: "${tag}" })`,
    `(groupBy: user, filter: { excludedTags: ["${tag}"] })`,
    '(groupBy: user, interval: day, timeZone: "Asia/Kathmandu")',
    "(groupBy: team, interval: week)",
    "",
    `(filter: { emails: ["${email}"] })`,
    "(interval: month)",
  ],
  sentences: () => ['(meaning: "That is too expensive for us.")'],
  trackedCalls: ({ team }) =>
    ["", ", groupBy: team", `, teamIds: ["${team}"]`, `, groupBy: team, teamIds: ["${team}"]`].map(
      (more) => `(from: "2026-01-01", to: "2026-12-31"${more})`,
    ),
};

const queryFields = (): GraphQLField<unknown, unknown>[] =>
  Object.values(getSchema().getQueryType()!.getFields());

const isOpenToMembers = ({ name }: { name: string }): boolean => !closedFields.has(name);

/** Builds every query that managers and reps may ask, with the names of a rep. */
export const buildQueries = (rep: RepData): string[] =>
  queryFields()
    .filter(isOpenToMembers)
    .flatMap((field) => {
      const type = getNamedType(field.type);
      const selection = isObjectType(type)
        ? buildFullSelection(getSchema(), type.name, 4, closedFields)
        : "";
      const variants = buildArguments[field.name]?.(rep) ?? [""];
      return variants.map((args) => `{ ${field.name}${args} ${selection} }`);
    });
