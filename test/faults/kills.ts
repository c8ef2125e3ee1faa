import { join } from "node:path";
import { createRandom } from "../../src/demo/random.js";
import { Instance } from "../crash/instance.js";
import { type Base, copyOf, makeBase } from "./base.js";
import { deliveryProblems } from "./deliveries.js";
import { problemsOf, takeUp } from "./look.js";
import type { Figures, Run } from "./sections.js";
import { Session } from "./session.js";
import { strace, straceMissing } from "./strace.js";

const STORIES = 4;
const WRITERS = 2;
// A little below where SQLite begins to take it over, so that the session does.
const LOG_BYTES = 3_900_000;

/** At which calls of the system a server is killed, and about how many of them a session has. */
const CALLS: Record<string, number> = {
  fsync: 16,
  pwrite64: 500,
  write: 20,
  writev: 4,
  connect: 2,
  // None: Node sends by writing.
  "sendto,sendmsg": 1,
};

/** @throws where there is a problem */
const hold = (when: string, directory: string, problems: string[]): void => {
  if (problems.length > 0)
    throw new Error(`${when}, see ${directory}:\n  ${problems.join("\n  ")}`);
};

/** Starts it again, as anybody would, and comes to the end of the session. */
const finish = async (
  base: Base,
  directory: string,
  session: Session,
  when: string,
): Promise<void> => {
  const instance = new Instance({ directory, env: {} });
  try {
    const url = await instance.listening;
    const refused: string[] = [];
    await session.go(url, base.keys, WRITERS, ({ status, text }) => {
      if (status !== 200) refused.push(`${status} ${text}`);
    });
    if (!session.isOver) refused.push("it does not come to its end");
    hold(`${when}, started again`, directory, refused);
    hold(when, directory, await deliveryProblems(base, join(directory, "debrief.db")));
  } finally {
    await instance.kill();
  }
  hold(`${when}, in the end`, directory, problemsOf(copyOf(directory), session.stories));
};

/** Kills a server at its nth such call, if it comes so far: from its start to its orderly end. */
const killAt = async (base: Base, call: string, nth: number): Promise<boolean> => {
  const when = `killed at ${call} ${nth}`;
  const directory = base.copy(`${call}-${nth}`);
  const injection = `inject=${call}:signal=KILL:when=${nth}`;
  const under = strace("/dev/null", "-e", `trace=${call}`, "-e", injection);
  const instance = new Instance({ directory, env: {}, under });
  const session = new Session(STORIES);
  const url = await instance.listening.catch(() => undefined);
  if (url !== undefined) {
    await session.go(url, base.keys, WRITERS, () => {});
    instance.signal("SIGTERM");
  }
  const code = await instance.ended;
  if (code !== null && (code !== 0 || !session.isOver))
    throw new Error(`${when}: it ended by itself with ${code}; see ${directory}`);
  const copy = copyOf(directory);
  hold(when, directory, problemsOf(copy, session.stories));
  takeUp(copy, session);
  if (code === null) await finish(base, directory, session, when);
  base.discard(directory);
  return code === null;
};

/**
 * Servers killed at their first, second, … call of each kind until the session ends before that: no
 * acknowledged write is lost, none is half done, nothing is sent twice, and they start again and go on.
 */
export const kills = async ({ seed, scale }: Run): Promise<Figures> => {
  const missing = straceMissing();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await makeBase(LOG_BYTES);
  const figures: Figures = {};
  let all = 0;
  const stride = Math.max(1, Math.round(1 / scale));
  for (const [call, about] of Object.entries(CALLS)) {
    let killed = 0;
    for (
      let nth = random.int(1, Math.min(stride, about));
      await killAt(base, call, nth);
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
