import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { createApi, type Keys } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";
import { WriteSession } from "./write-session.js";
import { scratchDirectory } from "./strace.js";

const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;
const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const [WRITERS, FILL_BATCH] = [4, 1_000];

/**
 * The starting point of sessions: an organization whose server was killed with a nearly full
 * write-ahead log.
 */
export interface SessionBase {
  keys: Keys;
  receiver: Awaited<ReturnType<typeof startSimpleReceiver>>;
  /** Copies it to a new data directory. */
  copy: (name: string) => string;
  discard: (directory: string) => void;
  remove: () => void;
}

/** `logBytes`: the minimum size of the log. SQLite checkpoints from 4 MB on. */
export const createBase = async (logBytes: number): Promise<SessionBase> => {
  const root = mkdtempSync(join(scratchDirectory(), "debrief-faults-"));
  const directory = join(root, "base");
  const receiver = await startSimpleReceiver();
  const instance = new Instance({ directory, env: {} });
  try {
    const url = await instance.listening;
    const keys = readFirstKeys(directory);
    const api = createApi(url, keys);
    await api.graphql(USER);
    // Stories with other numbers than those of the sessions.
    const fillSession = new WriteSession(FILL_BATCH, FILL_BATCH);
    const log = join(directory, "debrief.db-wal");
    const isFull = (): boolean => statSync(log).size >= logBytes;
    await fillSession.run(url, keys, WRITERS, () => {}, isFull);
    await api.graphql(WEBHOOK, { url: receiver.url });
    await instance.kill();
    return {
      keys,
      receiver,
      copy: (name) => {
        const data = join(root, name);
        rmSync(data, { recursive: true, force: true });
        cpSync(directory, data, { recursive: true });
        rmSync(join(data, "debrief.db-shm"), { force: true });
        return data;
      },
      discard: (data) => {
        for (const end of ["", "-copy", ".trace"])
          rmSync(data + end, { recursive: true, force: true });
      },
      remove: () => {
        receiver.close();
        rmSync(root, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await instance.kill();
    receiver.close();
    throw error;
  }
};

/**
 * Copies a data directory's database. Opening the original would recover it instead of the server.
 */
export const copyDatabaseFiles = (directory: string): string => {
  const copy = `${directory}-copy`;
  rmSync(copy, { recursive: true, force: true });
  for (const name of ["debrief.db", "debrief.db-wal"])
    if (existsSync(join(directory, name))) cpSync(join(directory, name), join(copy, name));
  return join(copy, "debrief.db");
};
