import { createRandom } from "../../../src/demo/random.js";
import { Instance } from "../crash/server-process.js";
import { type SessionBase, copyDatabaseFiles, createBase } from "./session-base.js";
import { finishSession, assertSound } from "./finish-session.js";
import { findDatabaseProblems, resumeSession } from "./database-problems.js";
import type { SectionFigures, SectionOptions } from "./section.js";
import { WriteSession, WRITERS } from "./write-session.js";
import { buildStraceCommand, explainMissingStrace } from "./strace.js";

const STORIES = 4;
// Slightly below the size at which SQLite checkpoints, so the session causes a checkpoint.
const MIN_LOG_BYTES = 3_900_000;

/** The system calls at which a server is killed, and about how many of each a session makes. */
const SYSTEM_CALLS: Record<string, number> = {
  fsync: 16,
  pwrite64: 500,
  write: 20,
  writev: 4,
  connect: 2,
  // Usually none: Node sends with write and writev.
  "sendto,sendmsg": 1,
};

/**
 * Kills a server at call `nth`. Returns false if the session ends before, from start to normal
 * stop.
 */
const killAtCall = async (base: SessionBase, call: string, nth: number): Promise<boolean> => {
  const when = `killed at ${call} ${nth}`;
  const directory = base.copy(`${call}-${nth}`);
  const injection = `inject=${call}:signal=KILL:when=${nth}`;
  const wrapper = buildStraceCommand("/dev/null", "-e", `trace=${call}`, "-e", injection);
  const instance = new Instance({ directory, env: {}, wrapper });
  const session = new WriteSession(STORIES);
  const url = await instance.listening.catch(() => undefined);
  if (url !== undefined) {
    await session.run(url, base.keys, WRITERS, () => {});
    instance.signal("SIGTERM");
  }
  const code = await instance.ended;
  if (code !== null && (code !== 0 || !session.isOver))
    throw new Error(`${when}: the server exited by itself with ${code}; see ${directory}`);
  const copy = copyDatabaseFiles(directory);
  assertSound(when, directory, findDatabaseProblems(copy, session.stories));
  resumeSession(copy, session);
  if (code === null) await finishSession(base, directory, session, when);
  base.discard(directory);
  return code === null;
};

/**
 * Kills a server at the first, second, … call of each kind, until a session ends before. No
 * acknowledged write may be lost, none half applied, nothing sent twice, and the server must
 * restart and continue.
 */
export const kills = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const missing = explainMissingStrace();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await createBase(MIN_LOG_BYTES);
  const figures: SectionFigures = {};
  let all = 0;
  const stride = Math.max(1, Math.round(1 / scale));
  for (const [call, expectedCalls] of Object.entries(SYSTEM_CALLS)) {
    let killed = 0;
    for (
      let nth = random.int(1, Math.min(stride, expectedCalls));
      await killAtCall(base, call, nth);
      nth += stride
    )
      killed += 1;
    figures[call] = killed;
    all += killed;
  }
  base.remove();
  if (all === 0) throw new Error("no server was killed");
  return figures;
};
