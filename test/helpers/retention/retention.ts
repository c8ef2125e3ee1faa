import { write } from "../../../db/engine/write.js";
import { listOrganizations } from "../../../db/organizations/organization.js";
import { upsertHeartbeat } from "../../../db/retention/heartbeats.js";
import { createOwner } from "../../../src/base/workers/owner.js";
import { runRetention } from "../../../src/upkeep/jobs/retention.js";
import { PROGRAM_ACTOR } from "../../../graph/core/actor.js";
import type { RetentionRunResult, RetentionRunOptions } from "../../../graph/retention/runs.js";
import { CALL_WAV, storeMedia } from "../recordings/media.js";
import { runAsProgram } from "../engine/guard-statements.js";
import type { SharedServer, Tenant } from "../server.js";

export const DAY_MS = 24 * 60 * 60_000;

export interface RetentionDays {
  mediaDays?: number | null;
  transcriptDays?: number | null;
  payloadDays?: number | null;
}

const SET_RETENTION = `mutation ($input: RetentionInput!) {
  setRetention(input: $input) { mediaDays transcriptDays payloadDays }
}`;

export const setRetentionDays = async (org: Tenant, input: RetentionDays): Promise<RetentionDays> =>
  (await org.graphql(SET_RETENTION, { input })).setRetention;

/** Sets every organization's heartbeat to the time, like servers that ran until then. */
export const setHeartbeats = async ({ services }: SharedServer, time: number): Promise<void> => {
  for (const { id } of await listOrganizations(services.db))
    await write(services.db, id, (trx) => upsertHeartbeat(trx, id, time));
};

/** Runs the organization's retention once, by a trusted clock. */
export const runRetentionOnce = async (
  { services }: SharedServer,
  org: Pick<Tenant, "id">,
  parts: Partial<RetentionRunOptions> = {},
): Promise<RetentionRunResult> => {
  await write(services.db, org.id, (trx) => upsertHeartbeat(trx, org.id, services.now()));
  return runAsProgram(async () =>
    runRetention(services, org.id, {
      actor: PROGRAM_ACTOR,
      owner: createOwner(),
      signal: new AbortController().signal,
      rest: async () => {},
      ...parts,
    }),
  );
};

/** Returns how many media, transcripts and payloads were removed, or why none were. */
export const summarizeRemoved = (end: RetentionRunResult): number[] | string =>
  end.end === "done"
    ? [end.removed?.media ?? 0, end.removed?.transcripts ?? 0, end.removed?.payloads ?? 0]
    : end.end;

/** Creates a processed call with a transcript, an audio link, a media file and its event. */
export const createRecordingWithMedia = async (
  server: SharedServer,
  org: Tenant,
  call: object = {},
) => {
  const id = await org.createProcessed({
    recording_url: "https://dialer.example.com/a.wav",
    transcript: [
      { speaker: "Robin", role: "rep", text: "Rhubarb, is it?", start: 0, end: 4000 },
      { speaker: "Ben", role: "client", text: "It is.", start: 5000, end: 6000 },
    ],
    ...call,
  });
  return { id, file: await storeMedia(server, org, id) };
};

const MEDIA_BYTES = CALL_WAV.length;

/** Lists the remaining content of a recording: link, media row, file, transcript, payload. */
export const listRemainingContent = async (
  { services: { db, media } }: SharedServer,
  org: Tenant,
  { id, file }: { id: string; file: string },
): Promise<string[]> => {
  const own = { organization_id: org.id, recording_id: id };
  const recording = await db("recordings").where({ organization_id: org.id, id }).first();
  const transcript = await org.get(`/v1/recordings/${id}/transcript`);
  const rows = [
    ["link", recording.media_url !== null],
    ["row", (await db("media").where(own).first()) !== undefined],
    ["file", await media.hasFile(org.id, file, MEDIA_BYTES)],
    ["transcript", transcript.body.transcript.length > 0],
    ["payload", (await db("events").where(own).first()).payload !== ""],
  ] as const;
  return rows.filter(([, exists]) => exists).map(([name]) => name);
};

export const ALL_CONTENT = ["link", "row", "file", "transcript", "payload"];
