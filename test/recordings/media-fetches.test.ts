import "reflect-metadata";
import { computeFetchWait, type FetchOptions } from "../../src/intake/fetcher/attempt-fetch.js";
import { createMediaFetcher } from "../../src/intake/fetcher/index.js";
import {
  buildFetchOptions,
  loadMediaState,
  runFetch,
} from "../helpers/recordings/media-fetches.js";
import { startMediaVendor, type VendorAnswer } from "../helpers/recordings/media-vendor.js";
import { CALL_WAV, listFiles, loadMediaRows, uploadForm } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-suite.js";
import { runRetentionOnce } from "../helpers/retention/retention.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import type { Tenant } from "../helpers/server.js";

const waitForever = async (): Promise<null> => new Promise(() => {});

const HOUR_MS = 60 * 60_000;
const DELETE = "mutation ($id: ID!) { deleteRecording(id: $id) }";

test.beforeEach((t) => {
  t.context.server.services.fetchesMedia = true;
});

test.serial("the audio of a call is fetched into the media store", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ recording_url: `${vendor.url}/call` });
  t.like(await loadMediaState(org, id), { mediaPending: true, mediaFailure: null, media: null });
  await runFetch(buildFetchOptions(t, server), org, id);
  const state = await loadMediaState(org, id);
  t.like(state, { status: "received", mediaPending: false, mediaFailure: null });
  t.is(state.mediaUrl, `${vendor.url}/call`);
  t.deepEqual(state.media, { type: "audio/wav", bytes: CALL_WAV.length });
  t.true(state.duration > 0, "the duration is that of the file");
  const { status } = await org.get(`/v1/recordings/${id}/media`);
  t.is(status, 200);
  t.is((await listFiles(server, org)).length, 1);
});

test.serial("nothing is fetched for a server that doesn't fetch", async (t) => {
  const { server, org } = t.context;
  server.services.fetchesMedia = false;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ recording_url: vendor.url });
  await runFetch(buildFetchOptions(t, server), org, id);
  t.is(vendor.requests.length, 0);
  t.like(await loadMediaState(org, id), { mediaPending: false, media: null });
});

test.serial("a duration that the dialer sent stays", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ recording_url: vendor.url, duration_ms: 77 });
  await runFetch(buildFetchOptions(t, server), org, id);
  const { duration, media } = await loadMediaState(org, id);
  t.is(duration, 77);
  t.truthy(media);
});

const RETRIED: [name: string, answer: VendorAnswer, failure: RegExp][] = [
  ...[404, 408, 429, 500, 503].map((status): [string, VendorAnswer, RegExp] => [
    `answers ${status}`,
    { status },
    new RegExp(`^The audio could not be fetched: its URL answered ${status}$`),
  ]),
  ["closes the connection", "no answer", /connection closed/],
  ["ends in the middle of the file", "cut off", /^The audio could not be fetched: /],
];

for (const [name, answer, failure] of RETRIED)
  test.serial(`a vendor that ${name} is asked again`, async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    vendor.answers.push(answer);
    const options = buildFetchOptions(t, server);
    const id = await org.ingestCall({ recording_url: vendor.url });
    await runFetch(options, org, id);
    const waiting = await loadMediaState(org, id);
    t.true(waiting.mediaPending);
    t.regex(waiting.mediaFailure, failure);
    t.false(waiting.mediaFailure.includes("127.0.0.1"));
    t.deepEqual(await listFiles(server, org), []);
    await runFetch(options, org, id);
    t.is(vendor.requests.length, 1, "not before the wait has ended");
    server.clock.time += 5_000;
    await runFetch(options, org, id);
    t.is(vendor.requests.length, 2);
    t.like(await loadMediaState(org, id), { mediaPending: false, mediaFailure: null });
  });

const REFUSED: [name: string, answer: VendorAnswer, failure: RegExp][] = [
  ["401", { status: 401 }, /answered 401; set the phone system's recording login$/],
  ["410", { status: 410 }, /answered 410$/],
  ["a page", { status: 200, body: "<html>Sign in</html>" }, /another kind of file/],
  ["a redirect without a location", { status: 302 }, /redirects to no valid URL$/],
  [
    "a redirect to a private address",
    { status: 302, headers: { location: "https://10.0.0.1/" } },
    /must be a public address$/,
  ],
  [
    "too large a file",
    { status: 200, headers: { "content-length": "9000000" } },
    /larger than DEBRIEF_UPLOAD_MAX_MB$/,
  ],
];

for (const [name, answer, failure] of REFUSED)
  test.serial(`the fetch is given up where a vendor answers with ${name}`, async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    vendor.answers.push(answer);
    const options = buildFetchOptions(t, server);
    const id = await org.ingestCall({ recording_url: vendor.url });
    await runFetch(options, org, id);
    const state = await loadMediaState(org, id);
    t.false(state.mediaPending);
    t.regex(state.mediaFailure, failure);
    server.clock.time += HOUR_MS;
    await runFetch(options, org, id);
    t.is(vendor.requests.length, 1);
    t.deepEqual(await listFiles(server, org), []);
  });

test("the waits double up to 15 minutes, and last an hour in all", (t) => {
  const waits: number[] = [];
  let waitedMs = 0;
  for (
    let wait = computeFetchWait(0, {});
    wait !== undefined;
    wait = computeFetchWait(waitedMs, {})
  ) {
    waits.push(wait / 1000);
    waitedMs += wait;
  }
  t.deepEqual(waits, [5, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900, 520]);
  t.is(waitedMs, HOUR_MS);
  t.is(computeFetchWait(0, { retryAfterMs: 60_000 }), 60_000);
  t.is(computeFetchWait(0, { isFinal: true }), undefined);
});

test.serial(
  "the analysis of a call waits for its audio, and names the reason without it",
  async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    const transcribe = async () => {
      t.fail("there is no audio");
      return { utterances: [], notices: [] };
    };
    vendor.answers.push({ status: 500 }, { status: 403 });
    const options = buildFetchOptions(t, server);
    const id = await org.ingestCall({ recording_url: vendor.url });
    await runFetch(options, org, id);
    await runAttempt(server, org, id, { transcribe });
    t.is((await loadMediaState(org, id)).status, "received");
    server.clock.time += HOUR_MS;
    await runFetch(options, org, id);
    await runAttempt(server, org, id, { transcribe });
    t.like(await loadMediaState(org, id), {
      status: "failed",
      failureReason:
        "The audio could not be fetched: its URL answered 403; set the phone system's recording login",
    });
    await org.graphql("mutation ($id: ID!) { reanalyze(recordingId: $id) { id } }", { id });
    t.true((await loadMediaState(org, id)).mediaPending, "another analysis begins with a fetch");
    await runFetch(options, org, id);
    t.truthy((await loadMediaState(org, id)).media);
  },
);

test.serial("two workers never fetch one call at the same time", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ recording_url: vendor.url });
  const workers = [1, 2, 3, 4].map(() => buildFetchOptions(t, server));
  await Promise.all(workers.map(async (options) => runFetch(options, org, id)));
  t.is(vendor.requests.length, 1);
  t.is((await loadMediaRows(server, org)).length, 1);
});

test.serial("a worker that has lost its claim stores nothing", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const gate = Promise.withResolvers<void>();
  vendor.gate = gate.promise;
  const id = await org.ingestCall({ recording_url: vendor.url });
  const slow = runFetch(buildFetchOptions(t, server), org, id);
  await vendor.count(1);
  server.clock.time += HOUR_MS;
  const next = runFetch(buildFetchOptions(t, server), org, id);
  await vendor.count(2);
  gate.resolve();
  await Promise.all([slow, next]);
  t.is((await loadMediaRows(server, org)).length, 1);
  t.is((await listFiles(server, org)).length, 1);
});

/** Runs an attempt whose process ends where it would call this operation of the media store. */
const runUntil = async (
  options: FetchOptions,
  org: Tenant,
  id: string,
  operation: "readDuration" | "remove",
): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = async (): Promise<never> => {
    resolve();
    return new Promise(() => {});
  };
  const { services } = options;
  const media = { ...services.media, [operation]: end };
  void runFetch({ ...options, services: { ...services, media } }, org, id);
  await promise;
};

test.serial("processes that ended one after the other leave no second file", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ recording_url: vendor.url });
  const options = buildFetchOptions(t, server);
  await runUntil(options, org, id, "readDuration");
  server.clock.time += HOUR_MS;
  await runUntil(options, org, id, "remove");
  server.clock.time += HOUR_MS;
  await runFetch(options, org, id);
  const [{ file }] = await loadMediaRows(server, org);
  t.deepEqual(await listFiles(server, org), [file]);
});

test.serial(
  "a process that ended between the file and its row leaves no second file",
  async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    const id = await org.ingestCall({ recording_url: vendor.url });
    const options = buildFetchOptions(t, server);
    const { services } = options;
    const dying = { ...services, media: { ...services.media, readDuration: waitForever } };
    void runFetch({ ...options, services: dying }, org, id);
    while ((await listFiles(server, org)).every((file) => file.endsWith(".part")));
    const [left] = await listFiles(server, org);
    t.deepEqual(await loadMediaRows(server, org), []);
    server.clock.time += HOUR_MS;
    await runFetch(options, org, id);
    const files = await listFiles(server, org);
    t.is(files.length, 1);
    t.not(files[0], left);
    t.is((await loadMediaRows(server, org))[0].file, files[0]);
  },
);

for (const [name, remove] of [
  ["erased", DELETE],
  ["erased with its client", undefined],
] as const)
  test.serial(`a recording that is ${name} while its audio arrives leaves no file`, async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    const gate = Promise.withResolvers<void>();
    vendor.gate = gate.promise;
    const customer = { id: "crm-1", name: "Ann" };
    const id = await org.ingestCall({ recording_url: vendor.url, customer });
    const fetching = runFetch(buildFetchOptions(t, server), org, id);
    await vendor.count(1);
    const [{ file }] = await server.services.db("media_fetches").where("recording_id", id);
    if (remove) await org.graphql(remove, { id });
    else {
      const { clients } = await org.graphql("{ clients { nodes { id } } }");
      const variables = { id: clients.nodes[0].id };
      await org.graphql("mutation ($id: ID!) { deleteClient(id: $id) }", variables);
    }
    t.true(server.services.erasures.has(org.id, { kind: "media", id: file }));
    gate.resolve();
    await fetching;
    t.deepEqual(await listFiles(server, org), []);
    t.deepEqual(await loadMediaRows(server, org), []);
  });

test.serial("retention cancels the fetch of an old call", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  vendor.answers.push({ status: 404 });
  const id = await org.createProcessed({ recording_url: vendor.url });
  const options = buildFetchOptions(t, server);
  await runFetch(options, org, id);
  await org.graphql("mutation { setRetention(input: { mediaDays: 1 }) { mediaDays } }");
  server.clock.time += 48 * HOUR_MS;
  await runRetentionOnce(server, org);
  t.like(await loadMediaState(org, id), {
    mediaUrl: null,
    mediaPending: false,
    mediaFailure: null,
  });
  await runFetch(options, org, id);
  t.is(vendor.requests.length, 1);
});

test.serial("an uploaded file takes the place of a fetch", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  const id = await org.ingestCall({ call_id: "call-1", recording_url: vendor.url });
  await uploadForm(server, org);
  await runFetch(buildFetchOptions(t, server), org, id);
  await org.ingestCall({ call_id: "call-1", recording_url: `${vendor.url}/other` });
  await runFetch(buildFetchOptions(t, server), org, id);
  t.is(vendor.requests.length, 0);
  t.like(await loadMediaState(org, id), { mediaPending: false, mediaFailure: null });
});

test.serial("a call that is sent again is fetched at once, and never twice", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  vendor.answers.push({ status: 404 }, { status: 403 });
  const options = buildFetchOptions(t, server);
  const call = { call_id: "again", recording_url: vendor.url };
  const id = await org.ingestCall(call);
  await runFetch(options, org, id);
  await org.ingestCall(call);
  await runFetch(options, org, id);
  t.false((await loadMediaState(org, id)).mediaPending);
  await org.ingestCall({ ...call, recording_url: `${vendor.url}/corrected` });
  await runFetch(options, org, id);
  await org.ingestCall(call);
  await runFetch(options, org, id);
  t.deepEqual(
    vendor.requests.map(({ path }) => path),
    ["/", "/", "/corrected"],
  );
  t.truthy((await loadMediaState(org, id)).media);
});

test.serial("a worker that is stopped leaves its fetch to the next one", async (t) => {
  const { server, org } = t.context;
  const vendor = await startMediaVendor(t);
  vendor.gate = new Promise(() => {});
  const id = await org.ingestCall({ recording_url: vendor.url });
  const stopping = new AbortController();
  const stopped = runFetch(buildFetchOptions(t, server), org, id, stopping.signal);
  await vendor.count(1);
  stopping.abort();
  await stopped;
  t.like(await loadMediaState(org, id), { mediaPending: true, mediaFailure: null });
  t.deepEqual(await listFiles(server, org), []);
  vendor.gate = Promise.resolve();
  await runFetch(buildFetchOptions(t, server), org, id);
  t.truthy((await loadMediaState(org, id)).media);
});

test.serial(
  "a worker fetches calls that arrived before it started, and those that arrive",
  async (t) => {
    const { server, org } = t.context;
    const vendor = await startMediaVendor(t);
    const before = await org.ingestCall({ recording_url: vendor.url });
    const ended = new Map<string, () => void>();
    const wait = async (id: string): Promise<void> =>
      new Promise((resolve) => void ended.set(id, resolve));
    const first = wait(before);
    const fetcher = createMediaFetcher({
      ...buildFetchOptions(t, server),
      onFetchEnded: (_organization, id) => ended.get(id)?.(),
    });
    fetcher.start();
    await first;
    const after = await org.ingestCall({ recording_url: vendor.url });
    const second = wait(after);
    fetcher.wake(org.id, after);
    await second;
    await fetcher.stop();
    t.is((await loadMediaRows(server, org)).length, 2);
  },
);
