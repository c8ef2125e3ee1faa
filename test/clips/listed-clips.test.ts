import { createCallWithAudio, cutClips } from "../helpers/clips/clip-audio.js";
import { createClip } from "../helpers/clips/clips.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const list = async (org: Tenant, query: Record<string, string> = {}, key = org.apiKey) => {
  const path = `/v1/clips?${new URLSearchParams(query).toString()}`;
  const { body } = await org.get(path, { "x-api-key": key });
  return body.clips as { title: string; recording: object | null }[];
};

const listTitles = async (org: Tenant, query: Record<string, string>): Promise<string[]> =>
  (await list(org, query)).map(({ title }) => title);

test("an integration reads a clip with its people, its call and its audio", async (t) => {
  const { org, server } = t.context;
  await org.createUser("mia@example.com", { name: "Mia" });
  const id = await createCallWithAudio(server, org, { name: "Visit" });
  const clip = await createClip(org, id, { authorEmail: "mia@example.com" });
  const [waiting] = await list(org);
  t.like(waiting, { state: "waiting", audioUrl: null });
  await cutClips(server, org);
  const { clips, nextCursor, hasMore } = (await org.get("/v1/clips")).body;
  const { createdAt, audioUrl, rep, recording, ...rest } = clips[0];
  t.deepEqual(rest, {
    id: clip.id,
    title: "A good close",
    start: 0,
    end: 2_000,
    isWhole: false,
    state: "ready",
    author: { name: "Mia", email: "mia@example.com" },
  });
  t.regex(createdAt, /Z$/);
  t.is(rep.email, "rep@example.com");
  t.like(recording, { id, name: "Visit", userEmail: "rep@example.com" });
  t.true(audioUrl.endsWith(`/v1/clips/${clip.id}/media`));
  t.deepEqual([clips.length, nextCursor, hasMore], [1, null, false]);
});

test("an integration finds clips by rep, author and audience, newest first", async (t) => {
  const { org, server } = t.context;
  await org.createUser("mia@example.com");
  const create = async (user_email: string): Promise<string> =>
    org.createProcessed({ user_email, duration_ms: 60_000 });
  const [mias, others] = [await create("mia@example.com"), await create("rep@example.com")];
  const add = async (recordingId: string, fields: object): Promise<void> => {
    server.clock.time += 1_000;
    await createClip(org, recordingId, fields);
  };
  await add(mias, { title: "A" });
  await add(mias, { title: "B", authorEmail: "mia@example.com" });
  await add(others, { title: "C", shareWith: { everyone: true } });
  t.deepEqual(await listTitles(org, {}), ["C", "B", "A"]);
  t.deepEqual(await listTitles(org, { userEmail: "mia@example.com" }), ["B", "A"]);
  t.deepEqual(await listTitles(org, { authorEmail: "mia@example.com" }), ["B"]);
  t.deepEqual(await listTitles(org, { shared: "true" }), ["C"]);
  t.deepEqual(await listTitles(org, { shared: "false" }), ["B", "A"]);
  t.deepEqual(await listTitles(org, { userEmail: "no@example.com" }), []);
});

test("a key lists the clips that it sees, without the call if only the clip is shared", async (t) => {
  const { org, server } = t.context;
  const team = await createTeam(server, org);
  const { emails } = team;
  const call = await org.createProcessed({ user_email: emails.rep, duration_ms: 60_000 });
  await createClip(org, call, { title: "Kept" });
  await createClip(org, call, { title: "Shared", shareWith: { userEmails: [emails.other] } });
  const listFor = async (fields: object) => {
    const { key } = await createNamedKey(org, { scopes: ["read"], ...fields });
    const clips = await list(org, {}, key);
    return clips
      .toSorted((one, other) => (one.title < other.title ? -1 : 1))
      .map(({ title, recording }) => [title, recording !== null]);
  };
  const whole = [
    ["Kept", true],
    ["Shared", true],
  ];
  t.deepEqual(await listFor({}), whole);
  t.deepEqual(await listFor({ teamIds: [team.id] }), whole);
  t.deepEqual(await listFor({ userEmail: emails.rep }), whole);
  t.deepEqual(await listFor({ userEmail: emails.other }), [["Shared", false]]);
});
