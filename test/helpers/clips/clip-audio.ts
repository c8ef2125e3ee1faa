import type { Services } from "../../../graph/context/context.js";
import { createLog } from "../../../src/base/log/log.js";
import { createClipCutter } from "../../../src/upkeep/jobs/clips.js";
import { runAsProgram } from "../engine/guard-statements.js";
import { uploadForm } from "../recordings/media.js";
import type { SharedServer, Tenant } from "../server.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;

const silentLog = createLog("silent", { write: () => {} });

/** Uploads a call of 3 s with 8,000 samples of 16 bit a second, and processes it. Returns its id. */
export const createCallWithAudio = async (
  server: SharedServer,
  org: Tenant,
  fields: object = {},
): Promise<string> => {
  const { body } = await uploadForm(server, org, fields);
  const { id } = body.recording;
  await org.graphql(COMPLETE, { id, input: { summary: "A summary." } });
  return id;
};

/** Cuts the organization's next clip. Returns whether there was one. */
export const cutClip = async (
  { services }: { services: Services },
  { id }: Pick<Tenant, "id">,
): Promise<boolean> =>
  runAsProgram(() =>
    createClipCutter({ services, log: silentLog })(id, new AbortController().signal),
  );

/** Cuts all clips of the organization that are due. */
export const cutClips = async (
  server: { services: Services },
  org: Pick<Tenant, "id">,
): Promise<void> => {
  while (await cutClip(server, org));
};
