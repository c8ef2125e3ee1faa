import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadClientsByIds, updateClient } from "../../../db/clients/client.js";
import { connect, type Db } from "../../../db/engine/connect.js";
import { migrate } from "../../../db/schema/migrate.js";
import { migrations } from "../../../db/migrations/index.js";
import { write } from "../../../db/engine/write.js";
import { readConfig } from "../../../src/base/config/config.js";
import { openVault } from "../../../src/base/config/vault.js";

/** Increments the number in the client's notes `times` times, in one transaction each. */
export const incrementNotes = async (
  db: Db,
  organizationId: string,
  clientId: string,
  times: number,
): Promise<void> => {
  for (let done = 0; done < times; done += 1)
    await write(db, organizationId, async (trx) => {
      const [client] = await loadClientsByIds(trx, organizationId, [clientId]);
      const notes = String(Number(client!.notes) + 1);
      await updateClient(trx, organizationId, clientId, { notes });
    });
};

const hangMigration = async (trx: Db): Promise<void> => {
  await trx.raw("CREATE TABLE half_done (id TEXT)");
  console.log("begun");
  await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
};

/** Prints `begun` and waits for `go`. */
const waitForGo = async (): Promise<void> => {
  console.log("begun");
  await once(process.stdin, "data");
  process.stdin.destroy();
};

const jobs = {
  /** Connects, then increments notes after `go`. */
  count: async (db: Db, [organizationId, clientId, times]: string[]) => {
    await loadClientsByIds(db, organizationId!, [clientId!]);
    await waitForGo();
    await incrementNotes(db, organizationId!, clientId!, Number(times));
  },
  /** Prints `begun` within a migration that never ends. */
  hang: async (db: Db) => {
    await migrate(db, [...migrations, { name: "9003-hangs", up: hangMigration }]);
  },
  /** After `go`, opens the vaults of `count` new databases and prints a sealed text of each. */
  seal: async (_db: Db, [directory, count]: string[]) => {
    const urls = Array.from({ length: Number(count) }, (_, i) => `sqlite:${directory}/${i}.db`);
    await waitForGo();
    for (const DATABASE_URL of urls)
      console.log(openVault(readConfig({}, { DATABASE_URL }, directory)).seal("text"));
  },
};

if (process.argv[1] === import.meta.filename) {
  const [job, url, ...args] = process.argv.slice(2);
  const db = connect(url!);
  await jobs[job as keyof typeof jobs](db, args);
  await db.destroy();
}

/** Runs a job in a child process with its own connection. */
export const startChildJob = (job: keyof typeof jobs, url: string, ...args: string[]) => {
  const child = spawn(process.execPath, [import.meta.filename, job, url, ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return {
    child,
    output: () => output,
    go: () => void child.stdin.write("go\n"),
    begun: new Promise<void>((resolve) => child.stdout.once("data", () => resolve())),
    ended: new Promise<number | null>((resolve) => child.once("close", resolve)),
  };
};
