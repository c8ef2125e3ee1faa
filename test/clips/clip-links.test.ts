import { write } from "../../db/engine/write.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { createClip, CREATE_LINK as CREATE, DELETE } from "../helpers/clips/clips.js";
import { cutClips, createCallWithAudio } from "../helpers/clips/clip-audio.js";
import { refusalOf } from "../helpers/comments/comments.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const END = `mutation ($id: ID!) { endClipLink(id: $id) }`;
const LINKS = `query ($id: ID!) { clip(id: $id) { links { id } } }`;
const DAY_MS = 24 * 60 * 60_000;
const REP = { authorEmail: "rep@example.com" };

const createCutClip = async (server: SharedServer, org: Tenant) => {
  const recording = await createCallWithAudio(server, org);
  const { id } = await createClip(org, recording);
  await cutClips(server, org);
  return { id: id as string, recording };
};

const listen = async (url: string, method = "GET", headers: Record<string, string> = {}) => {
  const response = await fetch(url, { method, headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test("anyone with the link hears the clip, until it is ended", async (t) => {
  const { server, org } = t.context;
  const { id } = await createCutClip(server, org);
  const { url, link } = (await org.graphql(CREATE, { clipId: id, ...REP })).createClipLink;
  t.regex(url, /\/listen\/[\w-]{43}$/);
  t.is(Date.parse(link.expiresAt) - Date.parse(link.createdAt), 7 * DAY_MS);
  t.is(link.author.email, "rep@example.com");
  const path = new URL(url).pathname;
  const address = server.url + path;
  const { status, headers } = await listen(address);
  t.is(status, 200);
  t.like(Object.fromEntries(headers), {
    "content-type": "audio/wav",
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "private, no-cache",
    // Not the title.
    "content-disposition": 'inline; filename="clip.wav"',
  });
  t.is((await listen(address, "GET", { range: "bytes=0-9" })).status, 206);
  t.is((await listen(address, "HEAD")).status, 200);
  t.is((await listen(address, "POST")).status, 405);
  t.deepEqual((await org.graphql(LINKS, { id })).clip.links, [{ id: link.id }]);
  t.true((await org.graphql(END, { id: link.id })).endClipLink);
  t.is((await listen(address)).status, 404);
  t.is(refusalOf(await org.sendGraphql(END, { id: link.id }))[0], "NOT_FOUND");
  const stored = await server.services.db("clip_links").where("organization_id", org.id);
  t.deepEqual(stored, []);
});

test("a link ends with its time, its clip, its audio, and when the call is hidden: each is one answer", async (t) => {
  const { server, org } = t.context;
  const { id, recording } = await createCutClip(server, org);
  const { url } = (await org.graphql(CREATE, { clipId: id, days: 1, ...REP })).createClipLink;
  const address = server.url + new URL(url).pathname;
  const unknown = await listen(`${server.url}/listen/${"x".repeat(43)}`);
  t.is(unknown.status, 404);
  const { db } = server.services;
  const isGone = async (
    name: string,
    change: () => Promise<unknown>,
    undo?: () => Promise<unknown>,
  ) => {
    t.is((await listen(address)).status, 200, `before: ${name}`);
    await change();
    const answer = await listen(address);
    t.deepEqual([answer.status, answer.text], [404, unknown.text], name);
    await undo?.();
  };
  const setRefusal = async (refusal: "hidden" | null) =>
    write(db, org.id, (trx) => updateRecording(trx, org.id, recording, { refusal }, 1));
  await isGone(
    "a hidden call",
    () => setRefusal("hidden"),
    () => setRefusal(null),
  );
  const media = db("media").where("organization_id", org.id);
  await isGone(
    "unchecked audio",
    async () => media.clone().update({ unchecked: 1 }),
    async () => media.clone().update({ unchecked: 0 }),
  );
  const links = db("clip_links").where("organization_id", org.id);
  const [expiresAt] = await links.clone().pluck("expires_at");
  await isGone(
    "an expired link",
    async () => links.clone().update({ expires_at: 1 }),
    async () => links.clone().update({ expires_at: expiresAt }),
  );
  const [file] = await db("clips").where("organization_id", org.id).pluck("file");
  await isGone(
    "a missing file",
    async () => server.services.media.remove(org.id, file),
    async () => cutClips(server, org),
  );
  await isGone("a deleted clip", async () => org.graphql(DELETE, { id }));
  t.is((await listen(`${server.url}/listen/%00`)).status, 404);
});

test("admins and the rep's managers make and see links; others neither", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const call = await org.createProcessed({ user_email: team.emails.rep, duration_ms: 60_000 });
  const { id } = await createClip(org, call, {
    authorEmail: team.emails.rep,
    shareWith: { everyone: true },
  });
  const make = async (page: typeof team.lead) => (await page.query(CREATE, { clipId: id })).body;
  t.is((await make(team.rep)).errors[0].extensions.code, "FORBIDDEN");
  t.is((await make(team.other)).errors[0].extensions.code, "FORBIDDEN");
  const { link } = (await make(team.lead)).data.createClipLink;
  t.is(link.author.email, team.emails.lead);
  const count = async (page: typeof team.lead): Promise<number> =>
    (await page.query(LINKS, { id })).body.data.clip.links.length;
  t.deepEqual(
    [await count(team.lead), await count(team.admin), await count(team.other)],
    [1, 1, 0],
  );
  t.is((await team.rep.query(END, { id: link.id })).body.errors[0].extensions.code, "FORBIDDEN");
  t.true((await team.admin.query(END, { id: link.id })).body.data.endClipLink);
});

test("a link is refused for a wrong number of days, an unknown clip, and above 20", async (t) => {
  const { org } = t.context;
  const { id } = await createClip(org, await org.createProcessed({ duration_ms: 60_000 }));
  const refuse = async (variables: object): Promise<unknown[]> =>
    refusalOf(await org.sendGraphql(CREATE, { ...REP, ...variables })).slice(0, 2);
  t.deepEqual(await refuse({ clipId: id, days: 0 }), ["INVALID_FIELD", "days"]);
  t.deepEqual(await refuse({ clipId: id, days: 91 }), ["INVALID_FIELD", "days"]);
  t.deepEqual(await refuse({ clipId: "no" }), ["NOT_FOUND", undefined]);
  for (let made = 0; made < 20; made += 1) await org.graphql(CREATE, { clipId: id, ...REP });
  t.deepEqual(await refuse({ clipId: id }), ["CONFLICT", "clipId"]);
});
