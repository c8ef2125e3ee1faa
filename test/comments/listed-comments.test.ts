import { addComment, EDIT, REPLY, RESOLVE } from "../helpers/comments/comments.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const transcript = [
  { speaker: "A", role: "rep", text: "Is it too expensive?", start: 4, end: 900 },
];

const listTexts = async (
  org: Tenant,
  query: Record<string, string> = {},
  key = org.apiKey,
): Promise<string[]> => {
  const path = `/v1/comments?${new URLSearchParams(query).toString()}`;
  const { body } = await org.get(path, { "x-api-key": key });
  return body.comments.map(({ text }: { text: string }) => text);
};

test("an integration reads a comment with its words, its replies and its call", async (t) => {
  const { org, server } = t.context;
  const id = await org.createProcessed({ name: "Visit", transcript });
  const mentions = ["rep@example.com"];
  const { id: thread } = await addComment(org, id, { quote: "too expensive", mentions });
  const input = { text: "I will ask.", authorEmail: "rep@example.com" };
  const { comment: reply } = await org.graphql(REPLY, { id: thread, input });
  server.clock.time += 1_000;
  await org.graphql(EDIT, { id: thread, text: "Ask what it is compared with." });
  await org.graphql(RESOLVE, { id: thread, resolved: true });
  const { comments, nextCursor, hasMore } = (await org.get("/v1/comments")).body;
  const { createdAt, editedAt, resolvedAt, replies, recording, author, ...rest } = comments[0];
  t.deepEqual(rest, {
    id: thread,
    text: "Ask what it is compared with.",
    isPrivate: false,
    start: 4,
    end: 900,
    words: { line: 0, text: "too expensive" },
    mentions: [author],
  });
  t.is(author.email, "rep@example.com");
  t.like(replies[0], { id: reply.id, text: "I will ask.", author });
  t.like(recording, { id, name: "Visit", userEmail: "rep@example.com" });
  // Other tests move the clock, too.
  t.true(createdAt < editedAt && editedAt <= resolvedAt);
  t.deepEqual([comments.length, nextCursor, hasMore], [1, null, false]);
});

test("an integration lists the comments on one call, and finds others by people and state", async (t) => {
  const { org, server } = t.context;
  await org.createUser("mia@example.com");
  const one = await org.createProcessed({ user_email: "mia@example.com" });
  const other = await org.createProcessed();
  const add = async (recordingId: string, fields: object): Promise<string> => {
    server.clock.time += 1_000;
    return (await addComment(org, recordingId, fields)).id;
  };
  await add(one, { text: "A" });
  await add(one, { text: "B", authorEmail: "mia@example.com" });
  await add(other, { text: "C", mentions: ["mia@example.com"] });
  const resolved = await add(other, { text: "D" });
  await org.graphql(RESOLVE, { id: resolved, resolved: true });
  t.deepEqual(await listTexts(org), ["D", "C", "B", "A"]);
  t.deepEqual(await listTexts(org, { recordingId: one }), ["B", "A"]);
  t.deepEqual(await listTexts(org, { recordingId: one, authorEmail: "rep@example.com" }), ["A"]);
  t.deepEqual(await listTexts(org, { recordingId: "no-such-id" }), []);
  t.deepEqual(await listTexts(org, { userEmail: "mia@example.com" }), ["B", "A"]);
  t.deepEqual(await listTexts(org, { authorEmail: "mia@example.com" }), ["B"]);
  t.deepEqual(await listTexts(org, { mentionedEmail: "mia@example.com" }), ["C"]);
  t.deepEqual(await listTexts(org, { resolved: "true" }), ["D"]);
  t.deepEqual(await listTexts(org, { resolved: "false" }), ["C", "B", "A"]);
});

test("no key lists a private comment, except its author's own, or what its teams don't see", async (t) => {
  const { org, server } = t.context;
  const team = await createTeam(server, org);
  const call = await org.createProcessed({ user_email: team.emails.rep });
  const authorEmail = team.emails.lead;
  await addComment(org, call, { authorEmail, text: "Shared" });
  const hidden = await addComment(org, call, { authorEmail, text: "Private", isPrivate: true });
  await org.graphql(REPLY, { id: hidden.id, input: { authorEmail, text: "Private, too" } });
  await addComment(org, await org.createProcessed(), { text: "Elsewhere" });
  const create = async (fields: object): Promise<string> =>
    (await createNamedKey(org, { scopes: ["read"], ...fields })).key;
  const listed = async (key: string) => (await listTexts(org, {}, key)).toSorted();
  t.deepEqual(await listed(org.apiKey), ["Elsewhere", "Shared"]);
  t.deepEqual(await listed(await create({})), ["Elsewhere", "Shared"]);
  t.deepEqual(await listed(await create({ teamIds: [team.id] })), ["Shared"]);
  t.deepEqual(await listed(await create({ userEmail: team.emails.rep })), ["Shared"]);
  t.deepEqual(await listed(await create({ userEmail: team.emails.other })), []);
  t.deepEqual(await listed(await create({ userEmail: authorEmail })), ["Private", "Shared"]);
  t.deepEqual(await listTexts(org, { authorEmail }), ["Shared"]);
  t.deepEqual(await listTexts(org, { recordingId: call }), ["Shared"]);
});
