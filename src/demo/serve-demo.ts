import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOrganization } from "../../graph/organizations/organization.js";
import { createSchema } from "../../graph/schema.js";
import type { Config } from "../base/config/config.js";
import { createSignIns } from "./sign-ins.js";
import { buildCurlLines } from "./curl-lines.js";
import { createLocalStory } from "./local-times.js";
import { applyEvents } from "./apply-events.js";
import { createDemoClips } from "./clips.js";
import { createDemoComments } from "./comments.js";
import { tickDemoSteps } from "./next-steps.js";
import { createOperationRunner } from "./run-operation.js";
import { COMPANY } from "./people.js";
import { computeSetupTime } from "./staff.js";
import { setDemoTargets } from "./targets.js";
import { createDemoTrackers } from "./trackers.js";
import type { Log } from "../base/log/log.js";
import { openLog } from "../base/config/open-log.js";
import { toAddressError } from "../base/config/startup-errors.js";
import { buildBaseUrl } from "../base/config/base-url.js";
import { openProgram, type Program } from "../program.js";
import { serveHttp } from "../server.js";
import { startEarlierCallsJob } from "../upkeep/jobs/earlier-calls.js";
import { startClipJob } from "../upkeep/jobs/clips.js";
import { startWaveformJob } from "../upkeep/jobs/waveforms.js";
import { startTrackersJob } from "../upkeep/jobs/trackers.js";
import { createResumableUploads } from "../intake/uploads/resumable-uploads.js";
import { stopOnSignal } from "../base/workers/stop-on-signal.js";
import { print } from "../base/config/command.js";

const SEED = 47;

const startDemo = async (services: Program, log: Log, config: Config) => {
  const now = services.now();
  const schema = createSchema();
  const credentials = await services.db.transaction((trx) =>
    createOrganization(trx, { ...services, now: () => computeSetupTime(now) }, COMPANY),
  );
  const events = createLocalStory(SEED, now, (time) => new Date(time).getTimezoneOffset());
  const story = await applyEvents(schema, services, credentials.organization.id, events);
  await createDemoTrackers(services, credentials.organization.id);
  const run = createOperationRunner(schema, services, credentials.organization.id);
  await setDemoTargets(run, computeSetupTime(now));
  await createDemoComments(run);
  await createDemoClips(run);
  await tickDemoSteps(run, services.now());
  const signIns = await createSignIns(services, credentials.organization.id);
  const resumable = createResumableUploads(schema, services, join(config.dataDir, "media"));
  const running = await serveHttp(Object.assign(services, { resumable }), log, config, schema);
  const url = buildBaseUrl(config.host, running.port);
  if (config.publicUrl === undefined) services.publicUrl = url;
  return {
    running,
    url,
    lines: buildCurlLines({ url, now, credentials, signIns, events, story }),
  };
};

/** Serves the sample organization until a signal stops the process. */
export const serveDemo = async (read: Config): Promise<void> => {
  const config: Config = {
    ...read,
    databaseUrl: "sqlite::memory:",
    // Deleted at the end, with the demo's uploads.
    dataDir: mkdtempSync(join(tmpdir(), "debrief-demo-")),
    // Test receivers for webhooks run on the same machine.
    webhookAllow: "localhost, 127.0.0.0/8, ::1",
    transcriber: "embedded",
    analyzer: "basic",
    transcription: undefined,
    chat: undefined,
    // The demo sends nothing to other machines.
    fetchMedia: false,
  };
  const log = openLog(config);
  const services = await openProgram(config, log);
  try {
    const { running, url, lines } = await startDemo(services, log, config);
    await services.notifier.start();
    // The story's waiting calls stay unanalysed, to show that state.
    services.analyzer?.start(false);
    const trackers = startTrackersJob({ services, finder: services.trackers, log });
    const earlierCalls = startEarlierCallsJob({ services, analyzer: services.analyzer, log });
    services.waveforms = startWaveformJob({ services, media: services.media, log });
    const clipJob = startClipJob({ services, log });
    stopOnSignal(log, async () => {
      await services.analyzer?.stop();
      await Promise.all([
        trackers.stop(),
        earlierCalls.stop(),
        services.waveforms?.stop(),
        clipJob.stop(),
      ]);
      await Promise.all([running.stop(), services.notifier.stop()]);
      await services.db.destroy();
      rmSync(config.dataDir, { recursive: true });
    });
    print([...lines, `listening on ${url}`].join("\n"));
  } catch (error) {
    await services.db.destroy();
    rmSync(config.dataDir, { recursive: true });
    throw toAddressError(config, error);
  }
};
