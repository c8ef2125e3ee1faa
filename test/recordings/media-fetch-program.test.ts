import "reflect-metadata";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import test from "ava";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { startMediaVendor, type VendorAnswer } from "../helpers/recordings/media-vendor.js";
import { createInstallation } from "../helpers/server/program.js";
import type { Tenant } from "../helpers/tenant.js";

/** Serves with a lease of half a second. */
const SHORT_LEASE_COMMAND = [
  process.execPath,
  fileURLToPath(new URL("../harness/crash/serve.js", import.meta.url)),
  "500",
];
// FETCH_KILLS=100 for a long run; raise --timeout with it.
const KILLS = Number(process.env["FETCH_KILLS"] ?? 3);
const CALLS = 4;
/** After the first answer; longer than the fetches take. */
const MAX_KILL_MS = 100;
const FAULTS: VendorAnswer[] = [{ status: 503 }, "cut off", "no answer"];
const STATE = `query ($id: ID!) { recording(id: $id) { mediaPending mediaFailure media { bytes } } }`;

const untilFetched = async (org: Tenant, ids: Iterable<string>): Promise<void> => {
  for (const id of ids)
    while ((await org.graphql(STATE, { id })).recording.mediaPending) await setTimeout(50);
};

const RECEIVED = `query ($after: String) {
  recordings(first: 100, after: $after, filter: { status: received }) { nodes { id } nextCursor }
}`;

const listReceived = async (org: Tenant): Promise<string[]> => {
  const ids: string[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const { nodes, nextCursor } = (await org.graphql(RECEIVED, { after })).recordings;
    for (const { id } of nodes) ids.push(id);
    after = nextCursor;
  }
  return ids;
};

test("a server killed at any moment of a fetch stores the audio of each call once", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const vendor = await startMediaVendor(t);
  const env = {
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
    LOG_LEVEL: "error",
  };
  let serving = await program.serve(env, SHORT_LEASE_COMMAND);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser();
  const ids = new Set<string>();
  let requested = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const fault = FAULTS[kill % (FAULTS.length + 1)];
    if (fault) vendor.answers.push(fault);
    const tenant = tenantAt(serving, { ...org });
    const calls = Array.from({ length: CALLS }, async (_, n) =>
      tenant.ingestCall({ call_id: `${kill} ${n}`, recording_url: `${vendor.url}/${kill}/${n}` }),
    );
    requested += CALLS;
    const posted = Promise.allSettled(calls);
    await Promise.any(calls).catch(({ errors }: AggregateError) => t.fail(errors.join("; ")));
    await setTimeout(Math.random() * MAX_KILL_MS);
    const ended = once(serving.child, "close");
    serving.child.kill("SIGKILL");
    for (const one of await posted) if (one.status === "fulfilled") ids.add(one.value);
    await ended;
    serving = await program.serve(env, SHORT_LEASE_COMMAND);
  }
  const tenant = tenantAt(serving, org);
  ids.add(await tenant.ingestCall({ call_id: "last", recording_url: `${vendor.url}/last` }));
  await untilFetched(tenant, ids);
  for (const id of ids) {
    const { recording } = await tenant.graphql(STATE, { id });
    t.is(recording.mediaFailure, null);
    t.truthy(recording.media);
    t.is((await tenant.get(`/v1/recordings/${id}/media`)).status, 200);
  }
  // A call whose answer the kill cut off may be stored too.
  const all = await listReceived(tenant);
  await untilFetched(tenant, all);
  t.is((await serving.stop()).code, 0);
  const files = readdirSync(join(program.dataDir, "media", org.id));
  t.is(files.filter((file) => !file.endsWith(".part")).length, all.length, "one file each");
  t.is(new Set(all).size, all.length);
  t.log(
    `${KILLS} kills, ${requested + 1} calls: ${ids.size} acknowledged, ${all.length} stored; ` +
      `${vendor.requests.length} requests, ${files.length} files`,
  );
});

test("DEBRIEF_FETCH_RECORDINGS=off fetches nothing", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const vendor = await startMediaVendor(t);
  const serving = await program.serve({
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
    DEBRIEF_FETCH_RECORDINGS: "off",
  });
  const org = await createInstalledOrganization(program);
  const tenant = tenantAt(serving, org);
  await tenant.createUser();
  const id = await tenant.ingestCall({ recording_url: vendor.url });
  const { recording } = await tenant.graphql(STATE, { id });
  t.deepEqual(recording, { mediaPending: false, mediaFailure: null, media: null });
  await serving.stop();
  t.is(vendor.requests.length, 0);
});
