import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabaseSink } from "../../src/intake/call-sinks/database-sink.js";
import type { CallSink } from "../../src/intake/call-sinks/call-sink.js";
import { createLog, type Log } from "../../src/base/log/log.js";
import { type OptionTexts, readWatchOptions } from "../../src/base/config/watch-options.js";
import { createWatcher, type Watcher } from "../../src/intake/watch/watcher.js";
import type { RefusedFiles } from "../../src/intake/watch/refused-files.js";
import { getSchema } from "../helpers/graphql/schema.js";
import type { SharedServer, Tenant } from "../helpers/server.js";

export const WAV = readFileSync("test/fixtures/call.wav");
const { signal } = new AbortController();

export interface Watched {
  folder: string;
  /** Looks twice, so that files that don't change have settled. */
  look: () => Promise<void>;
  listRefused: () => Promise<RefusedFiles>;
  restart: (sink?: CallSink) => Promise<void>;
  write: (name: string, content?: string | Uint8Array) => void;
  /** Lists all files below the folder. */
  list: () => string[];
}

/** Creates a folder, and its watch that looks when it is told to. */
export const watchFolder = async (
  { services }: SharedServer,
  org: Tenant,
  options: OptionTexts = {},
  log: Log = createLog("silent"),
): Promise<Watched> => {
  const root = mkdtempSync(join(tmpdir(), "debrief-watch-"));
  const folder = join(root, "calls");
  const dataDir = join(root, "data");
  mkdirSync(folder);
  let watcher: Watcher;
  const restart = async (sink: CallSink = createDatabaseSink(services, getSchema(), org.id)) => {
    const texts = { folder, pattern: "freepbx", zone: "Europe/Berlin", settle: "0", ...options };
    const { now } = services;
    const parts = {
      options: readWatchOptions(texts),
      sink,
      log,
      now,
      dataDir,
    };
    watcher = await createWatcher(parts);
  };
  await restart();
  return {
    folder,
    restart,
    look: async () => {
      await watcher.round(signal);
      await watcher.round(signal);
    },
    listRefused: async () => watcher.listRefused(),
    write: (name, content = WAV) => {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), content);
    },
    list: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .toSorted(),
  };
};
