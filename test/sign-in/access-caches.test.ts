import "reflect-metadata";
import { createFeedCursorEncoder } from "../../graph/arguments/pagination.js";
import { createTemplate } from "../harness/isolation/filled-organization.js";
import { listKeyRequests } from "../harness/access/key-requests.js";
import { createRep } from "../harness/access/rep-data.js";
import { connectEventStream } from "../helpers/webhooks/event-stream.js";
import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import type { TestResponse } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

test.serial("an admin's ETag is worth nothing to a caller who may see less", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canaryown", template);
  const other = await createRep(server, org, "canaryother", template);
  const { key } = await createNamedKey(org, { teamIds: [own.team] });
  const read = async (apiKey: string, path: string, headers = {}): Promise<TestResponse> =>
    server.fetch(path, { headers: { "x-api-key": apiKey, ...headers } });
  let different = 0;
  for (const { method, path } of listKeyRequests(other)) {
    if (method !== "GET" || path === "/export") continue;
    const admin = await read(org.apiKey, path);
    const etag = admin.headers.get("etag");
    if (etag === null) continue;
    t.is((await read(org.apiKey, path, { "if-none-match": etag })).status, 304, path);
    const narrow = await read(key, path);
    if (narrow.text === admin.text) continue;
    different += 1;
    const answer = await read(key, path, { "if-none-match": etag });
    t.deepEqual([answer.status, answer.text], [narrow.status, narrow.text], path);
    const any = await read(key, path, { "if-none-match": "*" });
    t.is(any.status === 304, narrow.status === 200, path);
  }
  t.true(different > 15);
});

test.serial("an admin's ETag of media is worth nothing to a rep", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canarymediaown", template);
  const other = await createRep(server, org, "canarymediaother", template);
  const admin = await signInAs(server, org, await org.createUser("admin@example.com"), "admin");
  const rep = await signInAs(server, org, own.email, "rep");
  const path = `/v1/recordings/${other.recording}/media`;
  const media = await server.fetch(path, { headers: { cookie: admin.cookie! } });
  const etag = media.headers.get("etag")!;
  for (const headers of [
    { "if-none-match": etag },
    { "if-range": etag, range: "bytes=0-9" },
    { range: "bytes=0-9" },
  ] as Record<string, string>[]) {
    const answer = await server.fetch(path, { headers: { cookie: rep.cookie!, ...headers } });
    t.is(answer.status, 404);
    t.deepEqual(answer.body, { message: "Recording not found", code: "NOT_FOUND" });
    t.is(answer.headers.get("etag"), null);
    t.is(answer.headers.get("content-disposition"), null);
  }
});

test.serial("the event stream of a key of a team has only the events of its members", async (t) => {
  const { server, org } = t.context;
  const template = await createTemplate(org, (what) => `everybodysx${what}`);
  const own = await createRep(server, org, "canarystreamown", template);
  await createRep(server, org, "canarystreamother", template);
  const { key } = await createNamedKey(org, { teamIds: [own.team] });
  const last = await org.createProcessed({ user_email: own.email }, { summary: "the last one" });
  const startAfter = createFeedCursorEncoder("events", org.id)(0);
  const stream = await connectEventStream(t, server.url, key, {
    query: `startAfter=${startAfter}`,
  });
  const bodies: string[] = [];
  while (!bodies.at(-1)?.includes("the last one")) bodies.push((await stream.next()).body);
  t.true(bodies.length > 1);
  t.true(bodies.at(-1)!.includes(last));
  t.false(bodies.join(" ").includes("canarystreamother"));
});
