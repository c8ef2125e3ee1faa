import { accessGroups, otherOperations } from "../harness/access/groups.js";
import { listWords, reachOf } from "../harness/access/group.js";
import { type AccessCaller, createCallers, sendDocument } from "../harness/access/callers.js";
import { addComment } from "../helpers/comments/comments.js";
import {
  buildOperations,
  createSampleData,
  operationNameOf,
} from "../helpers/graphql/operations.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { SampleIds } from "../helpers/graphql/operations.js";
import type { TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

/** Ends the API key; the others end nothing that a later caller needs. */
const LAST = ["the internal token", "admin"];

const groupByOperation = new Map(
  accessGroups.flatMap((group) => listWords(group.operations).map((name) => [name, group])),
);

const isAllowed = (caller: AccessCaller, operation: string): boolean => {
  const group = groupByOperation.get(operation);
  if (group) return reachOf(group, caller) !== undefined;
  return otherOperations.anyone.includes(operation);
};

/** Returns what became of a document: an HTTP status that isn't 200, FORBIDDEN, or "allowed". */
const judge = async (
  server: TestServer,
  caller: AccessCaller,
  document: string,
): Promise<unknown> => {
  const { status, body } = await sendDocument(server, caller, document);
  if (status !== 200) return status;
  const code: unknown = body.errors?.[0].extensions.code;
  return code === "FORBIDDEN" || code === "INTERNAL" ? code : "allowed";
};

const judgeExpected = (caller: AccessCaller, may: boolean): unknown => {
  if (caller.isUnknown) return 401;
  return may ? "allowed" : "FORBIDDEN";
};

const fieldSelections: Record<string, (ids: SampleIds, field: string) => string> = {
  Clip: ({ clip: id }, field) => `clip(id: "${id}") { ${field} }`,
  Organization: (_, field) => `organization { ${field} }`,
  Recording: ({ processedRecording: id }, field) => `recording(id: "${id}") { ${field} }`,
  Tracker: (_, field) => `trackers { ${field} }`,
  User: (_, field) => `users { ${field} }`,
  Webhook: (_, field) => `webhooks { ${field} }`,
};

const subselections: Record<string, string> = {
  "Organization.apiKey": "{ prefix }",
  "Organization.retention": "{ payloadDays }",
  "Recording.analyses": "{ hasMore }",
  "Clip.links": "{ id }",
  "Recording.clips": "{ id }",
  "Recording.reviewers": "{ count }",
  "Recording.comments": "{ hasMore }",
  "Recording.deliveries": "{ hasMore }",
  "Recording.matchCandidates": "{ id }",
  "Tracker.counterExamples": "{ text }",
  "Tracker.examples": "{ text }",
  "Webhook.lastDelivery": "{ id }",
};

test.serial("each caller may run exactly the operations of its groups", async (t) => {
  const { server, org } = t.context;
  const ids = await createSampleData(server, org);
  const manager = await org.createUser("manager@example.com");
  const people = {
    admin: await org.createUser("admin@example.com"),
    manager,
    rep: "rep@example.com",
    team: ids.team,
  };
  const input = `id: "${ids.team}", name: "North", members: [{ email: "rep@example.com" }]`;
  await org.graphql(`mutation { upsertTeam(input: { ${input}, leads: ["${manager}"] }) { id } }`);
  const callers = await createCallers(server, org, people);
  const judgeFields = async (caller: AccessCaller): Promise<void> => {
    for (const group of accessGroups)
      for (const name of listWords(group.fields)) {
        const [type, field] = name.split(".") as [string, string];
        const selection = `${field} ${subselections[name] ?? ""}`;
        const document = `{ ${fieldSelections[type]!(ids, selection)} }`;
        // Whoever may not list webhooks is refused before the field.
        const may =
          reachOf(group, caller) !== undefined &&
          (type !== "Webhook" || isAllowed(caller, "webhooks"));
        const expected = judgeExpected(caller, may && isAllowed(caller, "organization"));
        t.is(await judge(server, caller, document), expected, `${caller.name}: ${name}`);
      }
  };
  for (const caller of callers) await judgeFields(caller);
  // A page that has a session may sign in again, as a visitor.
  const { visitor, ...others } = buildOperations(ids);
  const listOperations = ({ email }: AccessCaller): string[] => [
    ...Object.values(others)
      .flat()
      .filter((operation) => operation !== "signOut"),
    ...(email === undefined ? visitor : []),
    "signOut",
  ];
  const mutations = getSchema().getMutationType()!.getFields();
  // A member reviews and comments in their own name only.
  const inOwnName = (operation: string, { email = people.rep }: AccessCaller): string =>
    /^(addReview|addComment|replyToComment|createClip|createPlaylist|createClipLink|saveView)\b/.test(
      operation,
    )
      ? operation.replace(people.rep, email)
      : operation;
  for (const caller of callers.toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name))) {
    const comment =
      caller.email === undefined
        ? ids.comment
        : (await addComment(org, ids.commentedRecording, { authorEmail: caller.email })).id;
    for (const operation of listOperations(caller)) {
      const name = operationNameOf(operation);
      const own = inOwnName(operation, caller).replace(ids.comment, comment);
      const document = `${Object.hasOwn(mutations, name) ? "mutation" : "query"} { ${own} }`;
      t.is(
        await judge(server, caller, document),
        judgeExpected(caller, isAllowed(caller, name)),
        `${caller.name}: ${operation}`,
      );
    }
  }
});
