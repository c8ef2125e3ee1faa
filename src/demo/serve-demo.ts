import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import type { Services } from "../../graph/context.js";
import { createOrganization } from "../../graph/organizations.js";
import { createSchema } from "../../graph/schema.js";
import type { Config } from "../config.js";
import { letAdminIn } from "./admin.js";
import { curlLines } from "./curl.js";
import { load } from "./load.js";
import { COMPANY } from "./people.js";
import { setUpAt } from "./staff.js";
import { createStory } from "./story.js";
import type { Log } from "../log.js";
import { openLog } from "../log-text.js";
import { addressProblem } from "../problems.js";
import { baseUrl } from "../base-url.js";
import { openProgram } from "../program.js";
import { serve } from "../server.js";
import { stopOnSignal } from "../signals.js";
import { print } from "../verb.js";

const SEED = 20;

const start = async (services: Services & { db: Knex }, log: Log, config: Config) => {
  const now = services.now();
  const schema = createSchema();
  const credentials = await services.db.transaction((trx) =>
    createOrganization(trx, { ...services, now: () => setUpAt(now) }, COMPANY),
  );
  const events = createStory(SEED, now);
  const recordings = await load(schema, services, credentials.organization.id, events);
  const admin = await letAdminIn(services, credentials.organization.id);
  const running = await serve(services, log, config, schema);
  const url = baseUrl(config.host, running.port);
  if (config.publicUrl === undefined) services.publicUrl = url;
  return { running, url, lines: curlLines({ url, now, credentials, admin, events, recordings }) };
};

/** Serves the made-up organization until a signal ends it. */
export const serveDemo = async (read: Config): Promise<void> => {
  const config: Config = {
    ...read,
    databaseUrl: "sqlite::memory:",
    // What is uploaded to it goes with it.
    dataDir: mkdtempSync(join(tmpdir(), "debrief-demo-")),
    // A receiver to try webhooks with runs beside it.
    webhookAllow: "localhost, 127.0.0.0/8, ::1",
    analyzer: "basic",
  };
  const log = openLog(config);
  const services = await openProgram(config, log);
  try {
    const { running, url, lines } = await start(services, log, config);
    await services.notifier.start();
    // The calls of the story are left as they are: some wait, to show how that looks.
    services.analyzer?.start(false);
    stopOnSignal(log, async () => {
      await services.analyzer?.stop();
      await Promise.all([running.stop(), services.notifier.stop()]);
      await services.db.destroy();
      rmSync(config.dataDir, { recursive: true });
    });
    print([...lines, `listening on ${url}`].join("\n"));
  } catch (error) {
    await services.db.destroy();
    rmSync(config.dataDir, { recursive: true });
    throw addressProblem(config, error);
  }
};
