import { CALL_WAV, listFiles, uploadForm } from "../helpers/recordings/media.js";
import { signInAdmin } from "../helpers/sign-in/console-session.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/paused-suite.js";

const BYTES = CALL_WAV.length;

/** Uploads a call and returns the path of its media. */
const uploadCall = async (server: SharedServer, org: Tenant, fields = {}): Promise<string> => {
  const { body } = await uploadForm(server, org, fields);
  return `/v1/recordings/${body.recording.id}/media`;
};

const fetchMedia = async (
  { url }: SharedServer,
  org: Pick<Tenant, "apiKey">,
  path: string,
  headers: Record<string, string> = {},
  method = "GET",
) => {
  const response = await fetch(url + path, {
    method,
    headers: { "x-api-key": org.apiKey, ...headers },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

test("media is sent as uploaded, with its type and file name", async (t) => {
  const { server, org } = t.context;
  const path = await uploadCall(server, org, { name: 'Call "5/7" – Ann\u2019s' });
  const { status, headers, bytes } = await fetchMedia(server, org, path);
  t.is(status, 200);
  t.deepEqual(bytes, CALL_WAV);
  t.like(Object.fromEntries(headers), {
    "content-type": "audio/wav",
    "content-length": String(BYTES),
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
    "content-disposition": `inline; filename="Call \\"5-7\\" ? Ann?s.wav"; filename*=UTF-8''Call%20%225-7%22%20%E2%80%93%20Ann%E2%80%99s.wav`,
  });
  const head = await fetchMedia(server, org, path, {}, "HEAD");
  t.is(head.bytes.length, 0);
  for (const name of ["content-type", "content-length", "etag", "accept-ranges"])
    t.is(head.headers.get(name), headers.get(name));
  const cached = await fetchMedia(server, org, path, { "if-none-match": headers.get("etag")! });
  t.is(cached.status, 304);
  t.is(cached.bytes.length, 0);
});

test("a range request returns that range, as far as the file has it", async (t) => {
  const { server, org } = t.context;
  const path = await uploadCall(server, org);
  for (const [range, start, end] of [
    ["bytes=0-3", 0, 4],
    ["bytes=8-11", 8, 12],
    ["bytes=100-", 100, BYTES],
    ["bytes=-10", BYTES - 10, BYTES],
    ["bytes=-999999999", 0, BYTES],
    [`bytes=${BYTES - 1}-${BYTES + 5}`, BYTES - 1, BYTES],
  ] as const) {
    const { status, headers, bytes } = await fetchMedia(server, org, path, { range });
    t.is(status, 206, range);
    t.is(headers.get("content-range"), `bytes ${start}-${end - 1}/${BYTES}`);
    t.is(headers.get("content-length"), String(end - start));
    t.deepEqual(bytes, CALL_WAV.subarray(start, end));
  }
  for (const range of ["bytes=0-1,4-5", "bytes=5-2", "bytes=-", "bytes=a-b", "items=0-1", "0-1"]) {
    const { status, bytes } = await fetchMedia(server, org, path, { range });
    t.is(status, 200, range);
    t.is(bytes.length, BYTES);
  }
  for (const range of [`bytes=${BYTES}-`, `bytes=${BYTES}-${BYTES + 1}`, "bytes=-0"]) {
    const { status, headers, bytes } = await fetchMedia(server, org, path, { range });
    t.is(status, 416, range);
    t.is(headers.get("content-range"), `bytes */${BYTES}`);
    t.deepEqual(JSON.parse(String(bytes)), {
      message: `range is outside the file of ${BYTES} bytes`,
      code: "RANGE_NOT_SATISFIABLE",
      field: "range",
    });
  }
});

test("If-Range returns a range only while the media isn't replaced", async (t) => {
  const { server, org } = t.context;
  const path = await uploadCall(server, org);
  const range = "bytes=4-7";
  const tag = (await fetchMedia(server, org, path)).headers.get("etag")!;
  t.is((await fetchMedia(server, org, path, { range, "if-range": tag })).status, 206);
  await uploadCall(server, org);
  t.is((await fetchMedia(server, org, path, { range, "if-range": tag })).status, 200);
  t.is((await fetchMedia(server, org, path, { "if-none-match": tag })).status, 200);
  for (const weak of [`W/${tag}`, "Mon, 02 Mar 2026 12:00:00 GMT"])
    t.is((await fetchMedia(server, org, path, { range, "if-range": weak })).status, 200);
});

test("a 404 for media says why there is none", async (t) => {
  const { server, org } = t.context;
  const url = "https://dialer.example.com/call.wav";
  const withUrl = await org.get(
    `/v1/recordings/${await org.ingestCall({ recording_url: url })}/media`,
  );
  const withoutMedia = await org.get(`/v1/recordings/${await org.ingestCall()}/media`);
  t.deepEqual(
    [withUrl, withoutMedia].map(({ status, body }) => [status, body.message, body.code]),
    [
      [
        404,
        "The recording's media isn't stored here: it is at the call's recording_url",
        "NOT_FOUND",
      ],
      [404, "The recording has no media", "NOT_FOUND"],
    ],
  );
  const path = await uploadCall(server, org);
  for (const file of await listFiles(server, org)) await server.services.media.remove(org.id, file);
  const missing = await org.get(path);
  t.is(missing.status, 404);
  t.is(missing.body.message, "The recording's media is missing");
});

test("media of another organization or an erased recording is not found", async (t) => {
  const { server, org } = t.context;
  const path = await uploadCall(server, org);
  const other = await server.createTenant();
  const { status, bytes } = await fetchMedia(server, other, path);
  t.is(status, 404);
  t.is(JSON.parse(String(bytes)).message, "Recording not found");
  t.is((await fetchMedia(server, { apiKey: "wrong" }, path)).status, 401);
  t.is((await fetchMedia(server, { apiKey: org.internalToken }, path)).status, 401);
  t.is((await org.get("/v1/recordings/%ff/media")).status, 404);
  const put = await org.send("PUT", path, {});
  t.is(put.status, 405);
  t.is(put.headers.get("allow"), "GET, HEAD, OPTIONS");
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: path.split("/")[3] });
  t.is((await fetchMedia(server, org, path)).status, 404);
});

test("the session cookie gives media to the console's player and no other page", async (t) => {
  const { server, org } = t.context;
  const path = await uploadCall(server, org);
  const { cookie } = await signInAdmin(server, org);
  const fetchStatus = async (headers: Record<string, string>, method = "GET"): Promise<number> =>
    (await fetch(server.url + path, { method, headers: { cookie: cookie!, ...headers } })).status;
  for (const headers of [{ "sec-fetch-site": "same-origin" }, {}] as Record<string, string>[])
    t.is(await fetchStatus(headers), 200);
  for (const headers of [
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "none" },
    { "x-api-key": "" },
    { authorization: "Bearer x" },
    { cookie: "__Host-debrief=wrong" },
  ] as Record<string, string>[])
    t.is(
      await fetchStatus({ "sec-fetch-site": "same-origin", ...headers }),
      401,
      JSON.stringify(headers),
    );
  t.is(await fetchStatus({ "sec-fetch-site": "same-origin" }, "POST"), 401);
  const other = await signInAdmin(server, await server.createTenant());
  t.is(await fetchStatus({ "sec-fetch-site": "same-origin", cookie: other.cookie! }), 404);
  t.is((await server.fetch("/v1/recordings", { headers: { cookie: cookie! } })).status, 401);
});
