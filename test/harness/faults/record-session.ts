import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Instance } from "../crash/instance.js";
import type { Base } from "./base.js";
import { DiskModel } from "./disk-model.js";
import { type Answer, Session } from "./session.js";
import { QUICKLY, strace, tracedBy } from "./strace.js";
import { type Operation, operationsOf, TRACED } from "./trace.js";

const NORMAL = fileURLToPath(new URL("normal.js", import.meta.url));
const FILES = ["debrief.db", "debrief.db-wal", "debrief.db-journal"];

/** What a server did with its files in a session, from its start to its orderly end. */
export interface Recording {
  directory: string;
  session: Session;
  /** What the files were, by path. */
  before: Map<string, Buffer>;
  /** With each answer, which step it acknowledges. */
  operations: (Operation & { acknowledged?: Answer })[];
}

/** @throws where what was recorded is not what happened */
export const record = async (
  base: Base,
  stories: number,
  writers: number,
  synchronous: "FULL" | "NORMAL",
): Promise<Recording> => {
  const directory = base.copy(`recorded-${synchronous}`);
  const paths = FILES.map((name) => join(directory, name));
  const before = new Map(paths.slice(0, 2).map((path) => [path, readFileSync(path)]));
  const output = `${directory}.trace`;
  const instance = new Instance({
    directory,
    under: strace(output, QUICKLY, ...TRACED),
    env: synchronous === "NORMAL" ? { NODE_OPTIONS: `--import=${NORMAL}` } : {},
  });
  const session = new Session(stories);
  const answers = new Map<string, Answer>();
  try {
    const url = await instance.listening;
    await session.go(url, base.keys, writers, (answer) => answers.set(answer.text, answer));
    instance.signal("SIGTERM");
    if ((await instance.ended) !== 0) throw new Error("the server did not end in good order");
  } finally {
    await instance.kill();
  }
  if (!session.isOver) throw new Error("the session did not come to its end");
  const isOurs = (path: string): boolean => path === directory || paths.includes(path);
  const operations: Recording["operations"] = operationsOf(await tracedBy(output), isOurs);
  for (const operation of operations) {
    if (operation.kind !== "answer") continue;
    const body = operation.text.slice(operation.text.indexOf("\r\n\r\n") + 4);
    const acknowledged = answers.get(body);
    if (acknowledged) operation.acknowledged = acknowledged;
    answers.delete(body);
  }
  if (answers.size > 0) throw new Error(`${answers.size} answers are not in the trace`);
  checkWhole(before, operations, directory);
  return { directory, session, before, operations };
};

/** What was recorded leads to the files as they are in the end. */
const checkWhole = (
  before: Map<string, Buffer>,
  operations: Operation[],
  directory: string,
): void => {
  const disk = new DiskModel(directory, before);
  operations.forEach((operation, index) => disk.apply(operation, index));
  const left = disk.whole();
  for (const [path, content] of left)
    if (!content.equals(readFileSync(path))) throw new Error(`${basename(path)} is another one`);
};
