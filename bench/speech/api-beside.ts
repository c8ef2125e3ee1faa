import { setTimeout } from "node:timers/promises";
import {
  createInstalledOrganization,
  tenantAt,
} from "../../test/helpers/server/installed-organization.js";
import { uploadRaw } from "../../test/helpers/recordings/media.js";
import { createInstallation } from "../../test/helpers/server/program.js";
import { createRequester, type Tenant } from "../../test/helpers/tenant.js";

const CALLS = 200;
const PAUSE_MS = 5;
const ROUND_MS = 12_000;
const ROUNDS = 3;
const STATUS = "query ($id: ID!) { recording(id: $id) { status transcribedPercent } }";

/** Requests lists one after the other. Returns the 99th percentile in milliseconds. */
const measureLists = async (org: Tenant): Promise<number> => {
  const times: number[] = [];
  const end = performance.now() + ROUND_MS;
  while (performance.now() < end) {
    const began = performance.now();
    const { status } = await org.get("/v1/recordings?limit=25");
    if (status !== 200) throw new Error(`${status}`);
    times.push(performance.now() - began);
    await setTimeout(PAUSE_MS);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
};

const isTranscribing = async (org: Tenant, id: string): Promise<boolean> =>
  (await org.graphql(STATUS, { id })).recording.transcribedPercent !== null;

/**
 * Serves from a new data directory, and measures lists of 25 of 200 recordings, alone and while `call` (WAV) is
 * transcribed, in turns. Returns the 99th percentiles in milliseconds, by round.
 */
export const measureApiBeside = async (
  call: Uint8Array<ArrayBuffer>,
): Promise<{ quiet: number; beside: number }[]> => {
  const program = await createInstallation();
  try {
    const serving = await program.serve({ DEBRIEF_ANALYZER: "", DEBRIEF_FIRST_ORG: "off" });
    const org = tenantAt(serving, await createInstalledOrganization(program));
    await org.createUser();
    for (let index = 0; index < CALLS; index += 1) await org.ingestCall({ call_id: `${index}` });
    await measureLists(org);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const quiet = await measureLists(org);
      const fetch = createRequester(serving.url);
      const { body } = await uploadRaw({ fetch }, org, { call_id: `long ${round}` }, call);
      const { id } = body.recording;
      while (!(await isTranscribing(org, id))) await setTimeout(100);
      const beside = await measureLists(org);
      if (!(await isTranscribing(org, id))) throw new Error("the transcription ended too early");
      rounds.push({ quiet, beside });
      await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
    }
    await serving.stop();
    return rounds;
  } finally {
    await program.remove();
  }
};
