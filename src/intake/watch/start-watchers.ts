import type { GraphQLSchema } from "graphql";
import { listOrganizations } from "../../../db/organizations/organization.js";
import type { WatchedFolders, WatchedFolderState } from "../../../graph/core/watched-folders.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { createDatabaseSink } from "../call-sinks/database-sink.js";
import { ConfigError } from "../../base/config/config-error.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";
import type { Log } from "../../base/log/log.js";
import { quoteName } from "./quote-name.js";
import { createWatcher, type WatcherDependencies } from "./watcher.js";
import { type WatchOptions, WatchOptionsError } from "../../base/config/watch-options.js";

/** A folder that is watched until it is stopped. */
interface WatchedFolder extends IntervalJob {
  describe: () => Promise<WatchedFolderState>;
}

/** Watches one folder. @throws WatchOptionsError */
export const startWatcher = async (parts: WatcherDependencies): Promise<WatchedFolder> => {
  const { log, options } = parts;
  const folder = quoteName(Buffer.from(options.folder));
  const watcher = await createWatcher(parts);
  let problem: string | null = null;
  log.info({ folder, pattern: options.pattern, zone: options.zone }, "watching a folder");
  const job = startInterval(
    { everyMs: options.pollSeconds * 1000, log, failureMessage: "watching a folder failed" },
    async (signal) => {
      try {
        await watcher.round(signal);
        if (problem !== null) log.info({ folder }, "the watched folder can be read again");
        problem = null;
      } catch (error) {
        // One line per outage, however long.
        if (problem === null) log.error({ err: error, folder }, "the watched folder can't be read");
        problem = error instanceof Error ? error.message : String(error);
      }
    },
  );
  return {
    ...job,
    describe: async () => {
      const { count, latest } = await watcher.listRefused();
      const { pattern } = options;
      return {
        folder: options.folder,
        pattern,
        problem,
        refusedCalls: count,
        latestRefused: latest,
      };
    },
  };
};

const findOrganizationId = async (
  { db }: RestServices,
  { organization, folder }: WatchOptions,
): Promise<string> => {
  const found = (await listOrganizations(db)).filter(
    ({ id, name }) => organization === undefined || id === organization || name === organization,
  );
  if (found.length === 1) return found[0]!.id;
  throw new ConfigError(
    organization === undefined
      ? `DEBRIEF_WATCH: ${folder}: add organization=<name or id>; there are ${found.length} organizations`
      : `DEBRIEF_WATCH: ${folder}: ${found.length === 0 ? "no" : "more than one"} organization "${organization}"`,
  );
};

/** How often to check for a second organization, in milliseconds. */
const ORGANIZATION_CHECK_MS = 60_000;

interface StartWatchersDependencies {
  services: RestServices;
  schema: GraphQLSchema;
  log: Log;
  dataDir: string;
  organizationCheckMs?: number;
}

/**
 * Warns once if a folder names no organization and there is a second one, also one that another process created: the
 * next start then refuses the folder.
 */
const startOrganizationCheck = (
  { services, log, organizationCheckMs = ORGANIZATION_CHECK_MS }: StartWatchersDependencies,
  unnamed: readonly { folder: string; id: string }[],
): IntervalJob => {
  let isWarned = false;
  return startInterval(
    {
      everyMs: organizationCheckMs,
      log,
      failureMessage: "counting the organizations of watched folders failed",
    },
    async () => {
      if (isWarned) return;
      const { length } = await listOrganizations(services.db);
      if (length < 2) return;
      isWarned = true;
      for (const { folder, id } of unnamed)
        log.warn(
          { folder: quoteName(Buffer.from(folder)), organization: id },
          `a watched folder names no organization, and there are ${length}: its calls still belong to the first; add organization=${id} to the folder in DEBRIEF_WATCH, because the next start fails without it`,
        );
    },
  );
};

/** Watches the folders of the settings, each on its own. @throws ConfigError */
export const startWatchers = async (
  parts: StartWatchersDependencies,
  folders: readonly WatchOptions[],
): Promise<IntervalJob & WatchedFolders> => {
  const { services, schema, log, dataDir } = parts;
  const jobs: IntervalJob[] = [];
  const watched: { organizationId: string; folder: WatchedFolder }[] = [];
  const unnamed: { folder: string; id: string }[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(jobs.map(async (job) => job.stop()));
  };
  try {
    for (const options of folders) {
      const id = await findOrganizationId(services, options);
      const sink = createDatabaseSink(services, schema, id);
      const folder = await startWatcher({ options, sink, log, now: services.now, dataDir });
      jobs.push(folder);
      watched.push({ organizationId: id, folder });
      if (options.organization === undefined) unnamed.push({ folder: options.folder, id });
    }
    if (unnamed.length > 0) jobs.push(startOrganizationCheck(parts, unnamed));
  } catch (error) {
    await stop();
    throw error instanceof WatchOptionsError
      ? new ConfigError(`DEBRIEF_WATCH: ${error.message}`)
      : error;
  }
  return {
    stop,
    list: async (organizationId) =>
      Promise.all(
        watched
          .filter((each) => each.organizationId === organizationId)
          .map(async ({ folder }) => folder.describe()),
      ),
  };
};
