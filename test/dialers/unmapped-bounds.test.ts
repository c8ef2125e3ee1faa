import "reflect-metadata";
import { Readable } from "node:stream";
import { createContext } from "../../graph/context/context.js";
import { ShareExceededError } from "../../db/engine/fair-shares.js";
import { replayUnmappedCalls } from "../../graph/dialers/replay-unmapped.js";
import { createDatabaseSink } from "../../src/intake/call-sinks/database-sink.js";
import { CALL_WAV, listFiles, uploadForm } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { SharedServer, Tenant } from "../helpers/server.js";

const CALL = { started_at: "2026-03-02T10:00:00Z", extension: "204" };
const MAX_BYTES = 256 * 1024 ** 2;
const UNMAPPED = `{ unmappedNumbers { calls } }`;
const NOT_KEPT = /the call isn't stored: too many calls are already waiting$/;

const AUDIO = { name: "a.wav", open: () => Readable.from([CALL_WAV]) };

const push = async (org: Tenant, fields: object) =>
  org.send("POST", "/v1/dialer", { ...CALL, ...fields });

/** Makes a kept call count as if it filled the organization's share. */
const fillShare = async ({ services }: SharedServer, org: Tenant, without: number) => {
  await services
    .db("unmapped_calls")
    .where("organization_id", org.id)
    .update({ bytes: MAX_BYTES - without });
};

test.serial("a kept call can't grow beyond the organization's share", async (t) => {
  const { server, org } = t.context;
  await push(org, { call_id: "c-1" });
  await fillShare(server, org, 1000);
  t.regex((await push(org, { call_id: "c-2" })).body.message, /waits until it is$/);
  const large = { call_id: "c-2", custom_fields: { text: "x".repeat(2000) } };
  t.regex((await push(org, large)).body.message, NOT_KEPT);
  t.regex((await push(org, { call_id: "c-3", name: "x".repeat(1000) })).body.message, NOT_KEPT);
  t.regex((await push(org, { call_id: "c-2", name: "short" })).body.message, /waits until it is$/);
  t.like(await org.graphql(UNMAPPED), { unmappedNumbers: [{ calls: 2 }] });
});

test.serial(
  "a file that isn't kept is sent again later, although an earlier part is",
  async (t) => {
    const { server, org } = t.context;
    await push(org, { call_id: "c-1" });
    await push(org, { call_id: "c-2" });
    const sink = createDatabaseSink(server.services, getSchema(), org.id);
    const fields = { ...CALL, call_id: "c-1" };
    const ask = async (name: string) => sink.send({ ...fields, name }, AUDIO);
    t.deepEqual(await ask("short"), { kind: "waiting" });
    await fillShare(server, org, 0);
    await server.services
      .db("unmapped_calls")
      .where("organization_id", org.id)
      .whereLike("input", '%"c-1"%')
      .update({ bytes: 10 });
    const files = await listFiles(server, org);
    t.is(files.length, 1);
    t.like(await ask("again"), { kind: "busy" });
    t.deepEqual(await listFiles(server, org), files);
  },
);

test.serial("a kept call outlasts a moment in which the server has no place for it", async (t) => {
  const { server, org } = t.context;
  const form = { ...CALL, call_id: "u-1", user_email: undefined };
  t.is((await uploadForm(server, org, form)).status, 400);
  await org.createUser("ann@example.com", { extensions: ["204"] });
  // As of a file whose duration can't be read: it is tried again.
  const rows = server.services.db("unmapped_calls").where("organization_id", org.id);
  const [{ input }] = await rows.clone().select("input");
  await rows
    .clone()
    .update({ input: JSON.stringify({ ...JSON.parse(input), duration: undefined }) });
  const replay = async (services = server.services) =>
    replayUnmappedCalls(
      createContext(services, { role: "internal", organizationId: org.id }, "replay"),
    );
  const { media } = server.services;
  const busyMedia = Object.assign(Object.create(media) as typeof media, {
    readDuration: async () => {
      throw new ShareExceededError("no place");
    },
  });
  t.deepEqual(await replay({ ...server.services, media: busyMedia }), { replayed: 0, dropped: 0 });
  t.is((await listFiles(server, org)).length, 1);
  t.deepEqual(await replay(), { replayed: 1, dropped: 0 });
});
