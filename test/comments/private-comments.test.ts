import { write } from "../../db/engine/write.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import {
  ADD,
  addComment,
  DELETE,
  EDIT,
  FIND,
  LIST,
  REPLY,
  RESOLVE,
  SHARE,
} from "../helpers/comments/comments.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { createTeam as createPeople } from "../helpers/sign-in/team.js";

/** Creates a team, and a call of its rep. */
const createTeam = async (server: SharedServer, org: Tenant) => {
  const team = await createPeople(server, org);
  return { ...team, call: await org.createProcessed({ user_email: team.emails.rep }) };
};

const ask = async (page: ConsoleSession, query: string, variables: object) =>
  (await page.query(query, variables)).body;

const codeOf = async (page: ConsoleSession, query: string, variables: object) =>
  (await ask(page, query, variables)).errors?.[0].extensions.code;

const sees = async (page: ConsoleSession, id: string): Promise<boolean> => {
  const { comment } = (await ask(page, FIND, { id })).data;
  const { nodes } = (await ask(page, LIST, {})).data.comments;
  if ((comment !== null) !== nodes.length > 0) throw new Error("the list disagrees");
  return comment !== null;
};

test("a comment is seen by all who see the recording, and by no others", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { recordingId: team.call, text: "Ask for the order." };
  const { comment } = (await ask(team.lead, ADD, { input })).data;
  t.is(comment.author.email, team.emails.lead);
  for (const page of [team.lead, team.rep, team.admin]) t.true(await sees(page, comment.id));
  t.false(await sees(team.other, comment.id));
  const reply = { id: comment.id, input: { text: "I will." } };
  t.is(await codeOf(team.other, REPLY, reply), "NOT_FOUND");
  t.is(await codeOf(team.rep, REPLY, reply), undefined);
  t.is(await codeOf(team.other, ADD, { input }), "NOT_FOUND");
});

test("a private comment is seen by its author and admins only, until it is shared", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { recordingId: team.call, text: "Talk to him.", isPrivate: true };
  const { id } = (await ask(team.lead, ADD, { input })).data.comment;
  t.deepEqual(
    [await sees(team.lead, id), await sees(team.rep, id), await sees(team.admin, id)],
    [true, false, true],
  );
  t.is(await codeOf(team.rep, REPLY, { id, input: { text: "?" } }), "NOT_FOUND");
  const reply = (await ask(team.admin, REPLY, { id, input: { text: "Do." } })).data.comment;
  t.true(reply.isPrivate);
  t.is((await ask(team.rep, FIND, { id: reply.id })).data.comment, null);
  t.is((await ask(team.lead, FIND, { id })).data.comment.replies.length, 1);
  t.is((await org.sendGraphql(LIST, {}, org.apiKey)).data.comments.nodes.length, 0);
  t.is(await codeOf(team.admin, SHARE, { id }), "FORBIDDEN", "only its author shares it");
  t.false((await ask(team.lead, SHARE, { id })).data.comment.isPrivate);
  t.true(await sees(team.rep, id));
  t.is((await ask(team.rep, FIND, { id })).data.comment.replies.length, 1);
});

test("an author edits and deletes, an admin deletes, and no other user does", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { recordingId: team.call, text: "Ask for the order." };
  const add = async (page: ConsoleSession): Promise<string> =>
    (await ask(page, ADD, { input })).data.comment.id;
  const id = await add(team.lead);
  for (const page of [team.rep, team.admin])
    t.is(await codeOf(page, EDIT, { id, text: "Other words." }), "FORBIDDEN");
  t.is(await codeOf(team.rep, DELETE, { id }), "FORBIDDEN");
  t.is(await codeOf(team.lead, EDIT, { id, text: "Other words." }), undefined);
  t.is(await codeOf(team.lead, DELETE, { id }), undefined);
  t.is(await codeOf(team.admin, DELETE, { id: await add(team.rep) }), undefined);
});

test("users comment in their own name only", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const input = { recordingId: team.call, text: "Look." };
  const inName = { input: { ...input, authorEmail: team.emails.rep } };
  for (const page of [team.lead, team.admin]) t.is(await codeOf(page, ADD, inName), "FORBIDDEN");
});

test("managers and reps mention users who see the call, admins everybody, which grants no access", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const mention = (email: string) => ({
    input: { recordingId: team.call, text: "Look.", mentions: [email] },
  });
  const { email: admin } = (await ask(team.admin, "{ viewer { user { email } } }", {})).data.viewer
    .user;
  for (const page of [team.lead, team.rep]) {
    for (const email of [team.emails.lead, team.emails.rep, admin])
      t.is(await codeOf(page, ADD, mention(email)), undefined, email);
    const theirs = await ask(page, ADD, mention(team.emails.other));
    t.deepEqual(theirs.errors, (await ask(page, ADD, mention("no@example.com"))).errors);
    t.is(theirs.errors?.[0]?.extensions.code, "USER_NOT_FOUND");
  }
  const { id } = (await ask(team.admin, ADD, mention(team.emails.other))).data.comment;
  t.false(await sees(team.other, id));
});

test("nobody but admins changes a comment on a call hidden for lack of consent", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { id } = await addComment(org, team.call, { authorEmail: team.emails.rep });
  await write(server.services.db, org.id, (trx) =>
    updateRecording(trx, org.id, team.call, { refusal: "hidden" }, server.services.now()),
  );
  for (const page of [team.lead, team.rep]) {
    t.is(await codeOf(page, EDIT, { id, text: "?" }), "NOT_FOUND");
    t.is(await codeOf(page, REPLY, { id, input: { text: "?" } }), "NOT_FOUND");
  }
  t.is(await codeOf(team.admin, REPLY, { id, input: { text: "?" } }), undefined);
});

test("keys read shared comments of what they see, and write none", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { id } = await addComment(org, team.call, { authorEmail: team.emails.lead });
  const { id: own } = await addComment(org, team.call, {
    authorEmail: team.emails.lead,
    isPrivate: true,
  });
  const { key: person } = await createNamedKey(org, {
    scopes: ["read"],
    userEmail: team.emails.other,
  });
  const { key: author } = await createNamedKey(org, {
    scopes: ["read"],
    userEmail: team.emails.lead,
  });
  const find = async (key: string, comment: string): Promise<boolean> =>
    (await org.sendGraphql(FIND, { id: comment }, key)).data.comment !== null;
  t.deepEqual([await find(org.apiKey, id), await find(org.apiKey, own)], [true, false]);
  t.deepEqual([await find(person, id), await find(author, own)], [false, true]);
  const input = { recordingId: team.call, text: "Look.", authorEmail: team.emails.lead };
  const { errors } = await org.sendGraphql(ADD, { input }, org.apiKey);
  t.is(errors?.[0]?.extensions.code, "FORBIDDEN");
});

const PEOPLE = `query ($id: ID!) { comment(id: $id) {
  author { ...person } mentions { ...person } resolvedBy { ...person } } }
  fragment person on User { name phones extensions lastRecordedAt accessedAt lastProcessAIAt lastProcessAIAction }`;

test("a comment shows the names of users outside of the viewer's scope, and nothing else of them", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const known = {
    phones: ["+4930123456"],
    extensions: ["204"],
    lastRecordedAt: "2026-03-02T12:00:00.000Z",
    accessedAt: null,
    lastProcessAIAt: null,
    lastProcessAIAction: null,
  };
  const unknown = { ...known, phones: [], extensions: [], lastRecordedAt: null };
  await org.graphql(
    `mutation ($input: UserInput!, $email: String!) { upsertUser(input: $input) { email }
      recordUserActivity(email: $email, input: { kind: recorded, at: "2026-03-02T12:00:00Z" }) { email } }`,
    {
      input: {
        email: team.emails.lead,
        name: "lead",
        phones: known.phones,
        extensions: known.extensions,
      },
      email: team.emails.lead,
    },
  );
  const input = { recordingId: team.call, text: "Well done.", mentions: [team.emails.lead] };
  const { comment } = (await ask(team.lead, ADD, { input })).data;
  await ask(team.lead, RESOLVE, { id: comment.id, resolved: true });
  const peopleFor = async (page: ConsoleSession) =>
    (await ask(page, PEOPLE, { id: comment.id })).data.comment;
  const asAdmin = { name: "lead", ...known };
  t.deepEqual(await peopleFor(team.admin), {
    author: asAdmin,
    mentions: [asAdmin],
    resolvedBy: asAdmin,
  });
  const asRep = { name: "lead", ...unknown };
  t.deepEqual(await peopleFor(team.rep), { author: asRep, mentions: [asRep], resolvedBy: asRep });
});
