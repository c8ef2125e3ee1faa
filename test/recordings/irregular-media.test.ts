import "reflect-metadata";
import { extname } from "node:path";
import { IRREGULAR_FILES } from "../helpers/recordings/irregular-files.js";
import {
  buildFetchOptions,
  loadMediaState,
  runFetch,
} from "../helpers/recordings/media-fetches.js";
import { startMediaVendor } from "../helpers/recordings/media-vendor.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { beginUpload, sendPart } from "../helpers/recordings/resumable-uploads.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant } from "../helpers/server.js";
import { watchFolder } from "../watch/watched-folder.js";

const findRecording = async (org: Tenant): Promise<string> =>
  (await org.graphql("{ recordings(first: 1, filter: { status: received }) { nodes { id } } }"))
    .recordings.nodes[0].id;

for (const { name, bytes, type, duration } of IRREGULAR_FILES) {
  test.serial(`${name} is uploaded with its duration`, async (t) => {
    const { server, org } = t.context;
    await org.createUser();
    const { status, body } = await uploadForm(server, org, {}, new Uint8Array(bytes), name);
    t.is(status, 200);
    t.like(await loadMediaState(org, body.recording.id), { duration, media: { type } });
  });

  test.serial(`${name} is uploaded in parts with its duration`, async (t) => {
    const { server, org } = t.context;
    await org.createUser();
    const client = { fetch: server.fetch, apiKey: org.apiKey };
    const path = await beginUpload(client, bytes.length, { filename: name });
    const half = Math.floor(bytes.length / 2);
    await sendPart(client, path, 0, new Uint8Array(bytes.subarray(0, half)));
    const { status, body } = await sendPart(
      client,
      path,
      half,
      new Uint8Array(bytes.subarray(half)),
    );
    t.is(status, 200);
    t.like(await loadMediaState(org, body.recording.id), { duration, media: { type } });
  });

  test.serial(`${name} is fetched with its duration`, async (t) => {
    const { server, org } = t.context;
    server.services.fetchesMedia = true;
    const vendor = await startMediaVendor(t);
    vendor.answers.push({ status: 200, body: bytes });
    const transcript = [{ speaker: "Rep", role: "rep", text: "Hello.", start: 0, end: 100 }];
    const id = await org.ingestCall({ recording_url: `${vendor.url}/${name}`, transcript });
    await runFetch(buildFetchOptions(t, server), org, id);
    t.like(await loadMediaState(org, id), { duration, media: { type } });
  });

  test.serial(`${name} in a watched folder has its duration`, async (t) => {
    const { server, org } = t.context;
    await org.createUser("rep@example.com", { extensions: ["204"] });
    const { look, write } = await watchFolder(server, org);
    write(`out-+4930123456-204-20240503-091530-1714720530.42${extname(name)}`, bytes);
    await look();
    t.like(await loadMediaState(org, await findRecording(org)), { duration, media: { type } });
  });
}
