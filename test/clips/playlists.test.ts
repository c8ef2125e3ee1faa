import { ADD_TO_PLAYLIST, createClip, createPlaylist, DELETE } from "../helpers/clips/clips.js";
import { refusalOf } from "../helpers/comments/comments.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const CREATE = `mutation ($name: String!) { createPlaylist(name: $name) { id author { name } } }`;
const RENAME = `mutation ($id: ID!, $name: String!) { renamePlaylist(id: $id, name: $name) { name } }`;
const REMOVE = `mutation ($id: ID!, $clipId: ID!) {
  removeFromPlaylist(id: $id, clipId: $clipId) { clips { id } } }`;
const DELETE_PLAYLIST = `mutation ($id: ID!) { deletePlaylist(id: $id) }`;
const FIND = `query ($id: ID!) { playlist(id: $id) { name clips { title transcript { text } } } }`;
const LIST = `{ playlists { name clips { title } } }`;

const createClips = async (org: Tenant, titles: readonly string[]): Promise<string[]> => {
  const recording = await org.createProcessed({ duration_ms: 60_000 });
  const ids: string[] = [];
  for (const title of titles) ids.push((await createClip(org, recording, { title })).id);
  return ids;
};

const titlesOf = async (org: Tenant, id: string): Promise<string[]> =>
  (await org.graphql(FIND, { id })).playlist.clips.map(({ title }: { title: string }) => title);

test("a playlist has its clips in order, and a clip can be moved and taken out", async (t) => {
  const { org } = t.context;
  const [one, two, three] = await createClips(org, ["one", "two", "three"]);
  const id = await createPlaylist(org, [one!, two!, three!]);
  t.deepEqual(await titlesOf(org, id), ["one", "two", "three"]);
  await org.graphql(ADD_TO_PLAYLIST, { id, clipId: three, before: one });
  t.deepEqual(await titlesOf(org, id), ["three", "one", "two"]);
  await org.graphql(ADD_TO_PLAYLIST, { id, clipId: three });
  t.deepEqual(await titlesOf(org, id), ["one", "two", "three"]);
  await org.graphql(REMOVE, { id, clipId: two });
  t.deepEqual(await titlesOf(org, id), ["one", "three"]);
  await org.graphql(DELETE, { id: one });
  t.deepEqual(await titlesOf(org, id), ["three"]);
  t.is((await org.graphql(RENAME, { id, name: "Openings" })).renamePlaylist.name, "Openings");
  await createPlaylist(org, [], { name: "Closes" });
  const { playlists } = await org.graphql(LIST);
  t.deepEqual(playlists, [
    { name: "Closes", clips: [] },
    { name: "Openings", clips: [{ title: "three" }] },
  ]);
  t.true((await org.graphql(DELETE_PLAYLIST, { id })).deletePlaylist);
  t.is((await org.graphql(FIND, { id })).playlist, null);
  t.is((await org.graphql("{ clips { nodes { id } } }")).clips.nodes.length, 2);
});

test("a playlist refuses what it can't have", async (t) => {
  const { org } = t.context;
  const [one, two] = await createClips(org, ["one", "two"]);
  const id = await createPlaylist(org, [one!]);
  const refuse = async (query: string, variables: object): Promise<unknown[]> =>
    refusalOf(await org.sendGraphql(query, variables)).slice(0, 2);
  t.deepEqual(await refuse(CREATE, { name: " " }), ["INVALID_FIELD", "name"]);
  t.deepEqual(await refuse(CREATE, { name: "A" }), ["MISSING_REQUIRED_FIELD", "authorEmail"]);
  t.deepEqual(await refuse(RENAME, { id, name: "" }), ["INVALID_FIELD", "name"]);
  t.deepEqual(await refuse(RENAME, { id: "no", name: "A" }), ["NOT_FOUND", undefined]);
  t.deepEqual(await refuse(DELETE_PLAYLIST, { id: "no" }), ["NOT_FOUND", undefined]);
  t.deepEqual(await refuse(ADD_TO_PLAYLIST, { id: "no", clipId: one }), ["NOT_FOUND", undefined]);
  t.deepEqual(await refuse(ADD_TO_PLAYLIST, { id, clipId: "no" }), ["NOT_FOUND", undefined]);
  const misplaced = { id, clipId: two, before: two };
  t.deepEqual(await refuse(ADD_TO_PLAYLIST, misplaced), ["INVALID_FIELD", "before"]);
  t.deepEqual(await refuse(REMOVE, { id, clipId: two }), ["INVALID_FIELD", "clipId"]);
  t.deepEqual(await titlesOf(org, id), ["one"]);
});

test("managers make playlists, and each user hears the clips in them that they hear anyway", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const call = await org.createProcessed({ user_email: team.emails.rep, duration_ms: 60_000 });
  const own = await createClip(org, call, { title: "own" });
  const shared = await createClip(org, call, { title: "shared", shareWith: { everyone: true } });
  const foreign = await createClip(
    org,
    await org.createProcessed({
      call_id: "call-2",
      user_email: team.emails.other,
      duration_ms: 60_000,
    }),
    { title: "foreign" },
  );
  const ask = async (page: typeof team.lead, query: string, variables: object) =>
    (await page.query(query, variables)).body;
  const { id, author } = (await ask(team.lead, CREATE, { name: "Closes" })).data.createPlaylist;
  t.is(author.name, "lead");
  for (const { id: clipId } of [own, shared])
    t.is((await ask(team.lead, ADD_TO_PLAYLIST, { id, clipId })).errors, undefined);
  const refused = await ask(team.lead, ADD_TO_PLAYLIST, { id, clipId: foreign.id });
  t.is(refused.errors[0].extensions.code, "NOT_FOUND");
  await ask(team.admin, ADD_TO_PLAYLIST, { id, clipId: foreign.id });
  const titles = async (page: typeof team.lead): Promise<string[]> =>
    (await ask(page, FIND, { id })).data.playlist.clips.map(
      ({ title }: { title: string }) => title,
    );
  t.deepEqual(await titles(team.admin), ["own", "shared", "foreign"]);
  t.deepEqual(await titles(team.lead), ["own", "shared"]);
  t.deepEqual(await titles(team.other), ["shared", "foreign"]);
  for (const [query, variables] of [
    [CREATE, { name: "Mine" }],
    [RENAME, { id, name: "Mine" }],
    [ADD_TO_PLAYLIST, { id, clipId: shared.id }],
    [REMOVE, { id, clipId: shared.id }],
    [DELETE_PLAYLIST, { id }],
  ] as const)
    t.is((await ask(team.rep, query, variables)).errors[0].extensions.code, "FORBIDDEN");
});
