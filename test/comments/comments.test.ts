import {
  ADD,
  addComment,
  DELETE,
  EDIT,
  FIND,
  LIST,
  OF_RECORDING,
  refusalOf,
  REPLY,
  RESOLVE,
} from "../helpers/comments/comments.js";
import { test } from "../helpers/suite.js";

const transcript = [
  { speaker: "Rep", role: "rep", text: "Shall we start on Monday?", start: 0, end: 2_000 },
  { speaker: "Client", role: "client", text: "It is too expensive.", start: 2_000, end: 4_000 },
  { speaker: "Client", role: "client", text: "Too bad, too expensive.", start: 4_000, end: 6_000 },
];

const textsOf = ({ nodes }: { nodes: { text: string }[] }): string[] =>
  nodes.map(({ text }) => text);

test("a comment is about words, a range, or the whole call", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ transcript });
  const whole = await addComment(org, id, { text: "A good call." });
  t.like(whole, { text: "A good call.", start: null, end: null, words: null, isPrivate: false });
  t.deepEqual([whole.author.email, whole.recording.id], ["rep@example.com", id]);
  t.like(await addComment(org, id, { start: 1_000, end: 3_000 }), {
    start: 1_000,
    end: 3_000,
    words: null,
  });
  t.like(await addComment(org, id, { quote: "too expensive" }), {
    start: 2_000,
    end: 4_000,
    words: { line: 1, from: 6, to: 19, text: "too expensive" },
  });
  t.like((await addComment(org, id, { quote: "too expensive", start: 4_500 })).words, { line: 2 });
});

const refused: Record<string, [fields: object, code: string, field: string | undefined]> = {
  "without a text": [{ text: " \n" }, "INVALID_FIELD", "text"],
  "with a text that is too long": [{ text: "x".repeat(10_001) }, "INVALID_FIELD", "text"],
  "without an author": [{ authorEmail: null }, "MISSING_REQUIRED_FIELD", "authorEmail"],
  "of an unknown author": [{ authorEmail: "no@example.com" }, "USER_NOT_FOUND", "authorEmail"],
  "that mentions an unknown user": [
    { mentions: ["rep@example.com", "no@example.com"] },
    "USER_NOT_FOUND",
    "mentions.1",
  ],
  "about words that aren't in the transcript": [{ quote: "too cheap" }, "INVALID_FIELD", "quote"],
  "about words of two lines": [{ quote: "expensive. Too" }, "INVALID_FIELD", "quote"],
  "about no words": [{ quote: " " }, "INVALID_FIELD", "quote"],
  "with a quote and an end": [{ quote: "too", end: 9 }, "INVALID_FIELD", "end"],
  "that ends before it starts": [{ start: 2, end: 1 }, "INVALID_FIELD", "end"],
  "with an end alone": [{ end: 1 }, "MISSING_REQUIRED_FIELD", "start"],
  "after the end of the recording": [{ start: 60_001 }, "INVALID_FIELD", "start"],
  "before the recording": [{ start: -1 }, "INVALID_FIELD", "start"],
  "that is private and mentions a user": [
    { isPrivate: true, mentions: ["rep@example.com"] },
    "INVALID_FIELD",
    "mentions",
  ],
};

for (const [kind, [fields, code, field]] of Object.entries(refused))
  test(`a comment ${kind} is refused and nothing is stored`, async (t) => {
    const { org, server } = t.context;
    const recordingId = await org.createProcessed({ transcript, duration_ms: 60_000 });
    const input = { recordingId, text: "Well asked.", authorEmail: "rep@example.com", ...fields };
    t.deepEqual(refusalOf(await org.sendGraphql(ADD, { input })).slice(0, 2), [code, field]);
    t.deepEqual(await server.services.db("comments").where("organization_id", org.id), []);
  });

test("only processed recordings of the organization have comments", async (t) => {
  const { org, server } = t.context;
  const foreign = await server.createTenant();
  await foreign.createUser();
  for (const [recordingId, code] of [
    [await org.ingestCall(), "CONFLICT"],
    [await foreign.createProcessed(), "NOT_FOUND"],
    ["no-such-id", "NOT_FOUND"],
  ]) {
    const input = { recordingId, text: "Well asked.", authorEmail: "rep@example.com" };
    t.is(refusalOf(await org.sendGraphql(ADD, { input }))[0], code);
  }
});

test("a reply joins the thread of its comment, also a reply to a reply", async (t) => {
  const { org } = t.context;
  await org.createUser("mia@example.com");
  const { id } = await addComment(org, await org.createProcessed(), { text: "First." });
  const reply = async (to: string, text: string): Promise<string> => {
    const input = { text, authorEmail: "mia@example.com", mentions: ["rep@example.com"] };
    const { comment } = await org.graphql(REPLY, { id: to, input });
    t.deepEqual(comment.mentions, [{ email: "rep@example.com" }]);
    return comment.id;
  };
  await reply(await reply(id, "Second."), "Third.");
  const { comment } = await org.graphql(FIND, { id });
  t.deepEqual(
    comment.replies.map(({ text, author }: { text: string; author: object }) => [text, author]),
    [
      ["Second.", { email: "mia@example.com" }],
      ["Third.", { email: "mia@example.com" }],
    ],
  );
});

test("an author edits, anyone resolves, and a deleted comment takes its replies along", async (t) => {
  const { org } = t.context;
  const { id } = await addComment(org, await org.createProcessed());
  const edited = (await org.graphql(EDIT, { id, text: "Well answered." })).comment;
  t.is(edited.text, "Well answered.");
  t.truthy(edited.editedAt);
  t.truthy((await org.graphql(RESOLVE, { id, resolved: true })).comment.resolvedAt);
  t.is((await org.graphql(RESOLVE, { id, resolved: false })).comment.resolvedAt, null);
  const input = { text: "Thanks.", authorEmail: "rep@example.com" };
  const reply = (await org.graphql(REPLY, { id, input })).comment;
  t.is(refusalOf(await org.sendGraphql(RESOLVE, { id: reply.id, resolved: true }))[1], "id");
  await org.graphql(DELETE, { id });
  for (const gone of [id, reply.id]) t.is((await org.graphql(FIND, { id: gone })).comment, null);
  t.deepEqual(refusalOf(await org.sendGraphql(DELETE, { id })), [
    "NOT_FOUND",
    undefined,
    "Comment not found",
  ]);
});

test("comments of a recording are in pages, oldest first, and those of all newest first", async (t) => {
  const { org, server } = t.context;
  const ids = [await org.createProcessed(), await org.createProcessed()];
  for (const number of [1, 2, 3]) {
    await addComment(org, ids[number % 2]!, { text: `Comment ${number}` });
    server.clock.time += 1_000;
  }
  const loadOne = async (after?: string) =>
    (await org.graphql(OF_RECORDING, { id: ids[1], first: 1, after })).recording.comments;
  const first = await loadOne();
  t.deepEqual(textsOf(first), ["Comment 1"]);
  const second = await loadOne(first.nextCursor);
  t.deepEqual([textsOf(second), second.nextCursor], [["Comment 3"], null]);
  const list = async (variables: object) => (await org.graphql(LIST, variables)).comments;
  const page = await list({ first: 2 });
  t.deepEqual(textsOf(page), ["Comment 3", "Comment 2"]);
  t.deepEqual(textsOf(await list({ first: 2, after: page.nextCursor })), ["Comment 1"]);
});

test("comments are found by author, mention, rep and state", async (t) => {
  const { org } = t.context;
  await org.createUser("mia@example.com");
  await org.createUser("ron@example.com");
  const mias = await org.createProcessed({ user_email: "mia@example.com" });
  const rons = await org.createProcessed({ user_email: "ron@example.com" });
  const answered = await addComment(org, mias, { text: "A", authorEmail: "mia@example.com" });
  await addComment(org, rons, {
    text: "B",
    authorEmail: "mia@example.com",
    mentions: ["Ron@example.com"],
  });
  await addComment(org, rons, { text: "C", authorEmail: "ron@example.com" });
  const input = { text: "?", authorEmail: "ron@example.com", mentions: ["mia@example.com"] };
  await org.graphql(REPLY, { id: answered.id, input });
  await org.graphql(RESOLVE, { id: answered.id, resolved: true });
  const find = async (filter: object): Promise<string> => {
    const { nodes } = (await org.graphql(LIST, { filter })).comments;
    return nodes
      .map(({ text }: { text: string }) => text)
      .toSorted()
      .join("");
  };
  t.is(await find({ authorEmail: "mia@example.com" }), "AB");
  t.is(await find({ mentionedEmail: "ron@example.com" }), "B");
  t.is(await find({ mentionedEmail: "mia@example.com" }), "A", "a reply mentions her");
  t.is(await find({ userEmail: "ron@example.com" }), "BC");
  t.is(await find({ resolved: true }), "A");
  t.is(
    await find({ resolved: false, userEmail: "ron@example.com", authorEmail: "ron@example.com" }),
    "C",
  );
  t.is(await find({ authorEmail: "no@example.com" }), "");
});

test("a recording has at most 1,000 comments, and a comment 200 replies", async (t) => {
  const { org, server } = t.context;
  const recordingId = await org.createProcessed();
  const comment = await addComment(org, recordingId);
  const { db } = server.services;
  const [row] = await db("comments").where({ organization_id: org.id, id: comment.id });
  const copies = (count: number, changes: object) =>
    Array.from({ length: count }, (_, number) => ({ ...row, id: `copy-${number}`, ...changes }));
  await db.batchInsert("comments", copies(200, { thread_id: comment.id }), 50);
  const reply = { text: "One more.", authorEmail: "rep@example.com" };
  t.is(refusalOf(await org.sendGraphql(REPLY, { id: comment.id, input: reply }))[0], "CONFLICT");
  await db("comments").where({ organization_id: org.id, thread_id: comment.id }).delete();
  await db.batchInsert("comments", copies(999, {}), 50);
  const input = { recordingId, ...reply };
  t.is(refusalOf(await org.sendGraphql(ADD, { input }))[0], "CONFLICT");
});

test("a comment has the limits of a reply", async (t) => {
  const { org } = t.context;
  const recordingId = await org.createProcessed();
  await addComment(org, recordingId, { text: "a".repeat(10_000) });
  for (const [fields, field] of [
    [{ text: "a".repeat(10_001) }, "input.text"],
    [{ mentions: Array.from({ length: 21 }, () => "rep@example.com") }, "input.mentions"],
  ] as const) {
    const input = { recordingId, text: "a", authorEmail: "rep@example.com", ...fields };
    t.deepEqual(refusalOf(await org.sendGraphql(ADD, { input })).slice(0, 2), [
      "INVALID_FIELD",
      field.replace("input.", ""),
    ]);
  }
});

test("a recording has at most 5,000 comments, with all replies", async (t) => {
  const { org, server } = t.context;
  const recordingId = await org.createProcessed();
  const { id } = await addComment(org, recordingId);
  const { db } = server.services;
  const row = await db("comments").where({ organization_id: org.id, id }).first();
  const replies = Array.from({ length: 4_999 }, (_, index) => ({
    ...row,
    id: `${id}-${index}`,
    thread_id: id,
    event_id: null,
  }));
  await db.batchInsert("comments", replies, 500);
  const input = { recordingId, text: "a", authorEmail: "rep@example.com" };
  t.is(refusalOf(await org.sendGraphql(ADD, { input }))[0], "CONFLICT");
});
