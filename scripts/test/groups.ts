import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

const DIRECTORY = "build/test/groups";
/** Enough to keep every core busy to the end, but few, because a process needs a second to load the program. */
const MAX_GROUPS = 4;
const MIN_FILES_PER_GROUP = 8;

/** Files that need their own process, and why. */
const OWN_PROCESS = new Map([
  ["server/slow-reader-socket", "replaces the process's timers"],
  ["server/sqlite-only/slow-readers", "replaces the process's timers"],
  ["recordings/sqlite-only/upload-times", "replaces the process's timers"],
  ["rest/large-bodies", "replaces the process's timers"],
  ["server/sqlite-only/reader-thread", "ends the next thread that its process starts"],
  ["recordings/sqlite-only/media-durations", "measures the memory of its process"],
  ["speech/sqlite-only/speech-process", "kills the processes that its process has started"],
  ["graphql/request-memory", "measures the memory of its process"],
  ["server/request-turns", "marks a change as under way in its process"],
  ["rest/answer-turns", "marks a change as under way in its process"],
  ["webhooks/sending", "counts the process's timers"],
  ["backup/sqlite-only/backup-killed", "kills every server that the process has started"],
  [
    "backup/sqlite-only/maintenance-beside-server",
    "kills every server that the process has started",
  ],
  ["server/sqlite-only/neighbours", "kills every server that the process has started"],
  ["engine/crash", "kills every server that the process has started"],
  ["engine/faults-durability", "kills every server that the process has started"],
  ["engine/soak", "kills every server that the process has started"],
  ["engine/faults-requests", "sends requests within the limits of slow headers"],
  ["rest/malformed-requests", "kills every server that the process has started"],
  ["rest/slow-clients", "kills every server that the process has started"],
  ["rest/sqlite-only/refused-bodies", "answers within the limits of slow bodies"],
  ["retention/retention-command", "kills a run between two of its changes"],
  [
    "sign-in/sign-in-limits",
    "fills the queue of password hashes, which all servers of a process share",
  ],
  ["sign-in/foreign-statements", "records the statements of all requests to its process"],
  ["webhooks/hostile-receivers", "sends bytes within the limits of an attempt"],
]);

/** A database, as named in test titles and group names. */
export interface TestTarget {
  name: "SQLite" | "PostgreSQL";
  env: Record<string, string>;
}

const isInBrowser = (file: string): boolean => file.startsWith("build/test/browser/");

const hasOwnProcess = (file: string): boolean =>
  OWN_PROCESS.has(file.replace(/^build\/test\/(.*)\.test\.js$/, "$1"));

const writeGroup = (name: string, lines: readonly string[]): string => {
  const file = `${DIRECTORY}/${name}.test.js`;
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
};

const writeScopedGroup = (
  { name, env }: TestTarget,
  suffix: string,
  members: readonly string[],
): string =>
  writeGroup(`${name.toLowerCase()}-${suffix}`, [
    `Object.assign(process.env, ${JSON.stringify(env)});`,
    `const { runFiles } = await import("../../scripts/test/run-files.js");`,
    `await runFiles("${name}", ${JSON.stringify(members, null, 2)});`,
  ]);

const spread = (files: readonly string[]): string[][] => {
  const count = Math.min(MAX_GROUPS, Math.ceil(files.length / MIN_FILES_PER_GROUP));
  return Array.from({ length: count }, (_, number) =>
    files.filter((_file, index) => index % count === number),
  );
};

export const clearGroups = (): void => {
  rmSync(DIRECTORY, { recursive: true, force: true });
  mkdirSync(DIRECTORY, { recursive: true });
};

/**
 * Writes files for ava that each run many test files, because a process loads a thousand modules before its first test.
 * Returns their paths, in the order in which to start them.
 */
export const writeGroups = (target: TestTarget, files: readonly string[]): string[] => {
  const inBrowser = files.filter(isInBrowser);
  const alone = files.filter(hasOwnProcess);
  const together = files.filter((file) => !isInBrowser(file) && !hasOwnProcess(file));
  // The browser's test files share its one process, so ava itself runs their hooks.
  const browserGroup =
    inBrowser.length === 0
      ? []
      : [
          writeGroup(
            "browser",
            inBrowser.map((file) => `import "${relative(DIRECTORY, file)}";`),
          ),
        ];
  return [
    ...browserGroup,
    ...spread(together).map((members, number) => writeScopedGroup(target, `${number}`, members)),
    ...alone.map((file, number) => writeScopedGroup(target, `alone-${number}`, [file])),
  ];
};
