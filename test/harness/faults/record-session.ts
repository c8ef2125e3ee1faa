import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Instance } from "../crash/server-process.js";
import type { SessionBase } from "./session-base.js";
import { DiskModel } from "./disk-model.js";
import { type StepResponse, WriteSession } from "./write-session.js";
import { SECCOMP_FLAG, buildStraceCommand, readTrace } from "./strace.js";
import { type FileOperation, parseTrace, TRACE_ARGS } from "./trace.js";

const NORMAL_SCRIPT = fileURLToPath(new URL("synchronous-normal.js", import.meta.url));
const DATABASE_FILES = ["debrief.db", "debrief.db-wal", "debrief.db-journal"];

/** The file operations of a server in a session, from its start to its normal stop. */
export interface SessionRecording {
  directory: string;
  session: WriteSession;
  /** The files before the session, by path. */
  before: Map<string, Buffer>;
  /** Each response with the step that it acknowledges. */
  operations: (FileOperation & { acknowledged?: StepResponse })[];
}

/** @throws if the recording doesn't match the session */
export const recordSession = async (
  base: SessionBase,
  stories: number,
  writers: number,
  synchronous: "FULL" | "NORMAL",
): Promise<SessionRecording> => {
  const directory = base.copy(`recorded-${synchronous}`);
  const paths = DATABASE_FILES.map((name) => join(directory, name));
  const before = new Map(paths.slice(0, 2).map((path) => [path, readFileSync(path)]));
  const output = `${directory}.trace`;
  const instance = new Instance({
    directory,
    wrapper: buildStraceCommand(output, SECCOMP_FLAG, ...TRACE_ARGS),
    env: synchronous === "NORMAL" ? { NODE_OPTIONS: `--import=${NORMAL_SCRIPT}` } : {},
  });
  const session = new WriteSession(stories);
  const answers = new Map<string, StepResponse>();
  try {
    const url = await instance.listening;
    await session.run(url, base.keys, writers, (answer) => answers.set(answer.text, answer));
    instance.signal("SIGTERM");
    if ((await instance.ended) !== 0) throw new Error("the server didn't stop normally");
  } finally {
    await instance.kill();
  }
  if (!session.isOver) throw new Error("the session didn't finish");
  const isOurs = (path: string): boolean => path === directory || paths.includes(path);
  const operations: SessionRecording["operations"] = parseTrace(await readTrace(output), isOurs);
  for (const operation of operations) {
    if (operation.kind !== "answer") continue;
    const body = operation.text.slice(operation.text.indexOf("\r\n\r\n") + 4);
    const acknowledged = answers.get(body);
    if (acknowledged) operation.acknowledged = acknowledged;
    answers.delete(body);
  }
  if (answers.size > 0) throw new Error(`${answers.size} responses are missing in the trace`);
  checkRecording(before, operations, directory);
  return { directory, session, before, operations };
};

/** Checks that the recorded operations produce the files on disk. */
const checkRecording = (
  before: Map<string, Buffer>,
  operations: FileOperation[],
  directory: string,
): void => {
  const disk = new DiskModel(directory, before);
  operations.forEach((operation, index) => disk.apply(operation, index));
  const recorded = disk.listFiles();
  for (const [path, content] of recorded)
    if (!content.equals(readFileSync(path)))
      throw new Error(`${basename(path)} differs from the recording`);
};
