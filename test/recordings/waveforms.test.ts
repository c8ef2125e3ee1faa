import "reflect-metadata";
import { storePeaks } from "../../graph/recordings/waveforms.js";
import { storeMedia, uploadForm } from "../helpers/recordings/media.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const QUERY = "query ($id: ID!) { recording(id: $id) { media { peaks } } }";
const PEAKS = ["AP8=", "gAA="];

const loadMedia = async (org: Tenant, id: string): Promise<{ peaks: string[] | null } | null> =>
  (await org.graphql(QUERY, { id })).recording.media;

test("peaks belong to a file and are stored once", async (t) => {
  const { server, org } = t.context;
  const id = await org.ingestCall();
  const file = await storeMedia(server, org, id);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  await storePeaks(server.services.db, org.id, file, PEAKS);
  await storePeaks(server.services.db, org.id, file, ["AAAA"]);
  t.deepEqual(await loadMedia(org, id), { peaks: PEAKS });
});

test("another file of the recording has no peaks yet", async (t) => {
  const { server, org } = t.context;
  await org.createUser();
  const { id } = (await uploadForm(server, org)).body.recording;
  const { db } = server.services;
  const [{ file }] = await db("media").where("recording_id", id);
  await storePeaks(db, org.id, file, PEAKS);
  await uploadForm(server, org);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  await storePeaks(db, org.id, file, PEAKS);
  t.deepEqual(await loadMedia(org, id), { peaks: null });
  t.deepEqual(await db("waveforms").where("organization_id", org.id), []);
});

test("an erasure deletes the peaks", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const id = await org.ingestCall();
  await storePeaks(db, org.id, await storeMedia(server, org, id), PEAKS);
  t.is((await db("waveforms").where("organization_id", org.id)).length, 1);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  t.deepEqual(await db("waveforms").where("organization_id", org.id), []);
});

test("a list shows each recording's own peaks, and no other organization's", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const other = await server.createTenant();
  await other.createUser();
  for (const [tenant, peaks] of [
    [org, "AQ=="],
    [org, "Ag=="],
    [other, "Aw=="],
  ] as const) {
    const id = await tenant.ingestCall({ call_id: peaks });
    await storePeaks(db, tenant.id, await storeMedia(server, tenant, id), [peaks]);
  }
  const { recordings } = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { media { peaks } } } }",
  );
  t.deepEqual(
    recordings.nodes.map(({ media }: { media: { peaks: string[] } }) => media.peaks[0]).toSorted(),
    ["AQ==", "Ag=="],
  );
});
