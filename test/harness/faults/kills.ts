import { createRandom } from "../../../src/demo/random.js";
import { Instance } from "../crash/server-process.js";
import { type SessionBase, copyDatabaseFiles, createBase } from "./session-base.js";
import { finishSession, assertSound } from "./finish-session.js";
import { findDatabaseProblems, resumeSession } from "./database-problems.js";
import type { SectionFigures, SectionOptions } from "./section.js";
import { WriteSession, WRITERS } from "./write-session.js";
import { buildStraceCommand, explainMissingStrace } from "./strace.js";

const STORIES = 4;
// A little below where SQLite begins to take it over, so that the session does.
const MIN_LOG_BYTES = 3_900_000;

/** At which calls of the system a server is killed, and about how many of them a session has. */
const SYSTEM_CALLS: Record<string, number> = {
  fsync: 16,
  pwrite64: 500,
  write: 20,
  writev: 4,
  connect: 2,
  // None: Node sends by writing.
  "sendto,sendmsg": 1,
};

/** Kills a server at its nth such call, if it comes so far: from its start to its orderly end. */
const killAtCall = async (base: SessionBase, call: string, nth: number): Promise<boolean> => {
  const when = `killed at ${call} ${nth}`;
  const directory = base.copy(`${call}-${nth}`);
  const injection = `inject=${call}:signal=KILL:when=${nth}`;
  const under = buildStraceCommand("/dev/null", "-e", `trace=${call}`, "-e", injection);
  const instance = new Instance({ directory, env: {}, wrapper: under });
  const session = new WriteSession(STORIES);
  const url = await instance.listening.catch(() => undefined);
  if (url !== undefined) {
    await session.run(url, base.keys, WRITERS, () => {});
    instance.signal("SIGTERM");
  }
  const code = await instance.ended;
  if (code !== null && (code !== 0 || !session.isOver))
    throw new Error(`${when}: it ended by itself with ${code}; see ${directory}`);
  const copy = copyDatabaseFiles(directory);
  assertSound(when, directory, findDatabaseProblems(copy, session.stories));
  resumeSession(copy, session);
  if (code === null) await finishSession(base, directory, session, when);
  base.discard(directory);
  return code === null;
};

/**
 * Servers killed at their first, second, … call of each kind until the session ends before that: no
 * acknowledged write is lost, none is half done, nothing is sent twice, and they start again and go on.
 */
export const kills = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const missing = explainMissingStrace();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await createBase(MIN_LOG_BYTES);
  const figures: SectionFigures = {};
  let all = 0;
  const stride = Math.max(1, Math.round(1 / scale));
  for (const [call, about] of Object.entries(SYSTEM_CALLS)) {
    let killed = 0;
    for (
      let nth = random.int(1, Math.min(stride, about));
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
