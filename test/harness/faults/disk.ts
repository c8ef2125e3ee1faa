import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../../src/demo/random.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/instance.js";
import { type Base, copyOf, makeBase } from "./base.js";
import { deliveryProblems } from "./deliveries.js";
import { finish, hold } from "./finish.js";
import { problemsOf, takeUp } from "./look.js";
import type { Figures, Run } from "./sections.js";
import { type Answer, isMade, Session, WRITERS } from "./session.js";
import { LEAVING, letGo, strace, straceMissing } from "./strace.js";

const STORIES = 4;
// A little below where SQLite begins to take it over, so that the session does.
const LOG_BYTES = 3_900_000;

/** What fails, from the nth time on or just once, and about how often a session comes there. */
interface Fault {
  call: "pwrite64" | "fsync";
  error: "ENOSPC" | "EIO";
  once?: true;
  about: number;
}

const FAULTS: Record<string, Fault> = {
  full: { call: "pwrite64", error: "ENOSPC", about: 200 },
  unwritable: { call: "pwrite64", error: "EIO", about: 200 },
  unwritableOnce: { call: "pwrite64", error: "EIO", once: true, about: 200 },
  unsynced: { call: "fsync", error: "EIO", about: 10 },
  unsyncedOnce: { call: "fsync", error: "EIO", once: true, about: 10 },
};

/** What a server may answer while its disk fails: that it is made, or that it is not available. */
const isHonest = ({ status, text }: Answer): boolean =>
  status === 200
    ? !/"code":"(?!UNAVAILABLE)/.test(text)
    : /^503 .*"code":"UNAVAILABLE"/.test(`${status} ${text}`);

interface Found {
  /** Whether the fault came at all. */
  came: boolean;
  refused: number;
}

/** A server over a disk that fails from the nth time on, until there is space again. */
const failAt = async (base: Base, name: string, fault: Fault, nth: number): Promise<Found> => {
  const when = `${name} from ${fault.call} ${nth} on`;
  const directory = base.copy(`${name}-${nth}`);
  const output = `${directory}.trace`;
  const injection = `inject=${fault.call}:error=${fault.error}:when=${nth}${fault.once ? "" : "+"}`;
  const under = strace(output, LEAVING, "-e", `trace=${fault.call}`, "-e", injection);
  const instance = new Instance({ directory, env: {}, under });
  const session = new Session(STORIES);
  const file = join(directory, "debrief.db");
  const dishonest: string[] = [];
  let refused = 0;
  const told = (answer: Answer): void => {
    if (!isMade(answer)) refused += 1;
    if (!isHonest(answer)) dishonest.push(`${answer.status} ${answer.text}`);
  };
  try {
    const url = await instance.listening.catch(() => undefined);
    if (url === undefined) {
      const code = await instance.ended;
      if (code === null) dishonest.push("it was killed as it started");
      hold(when, directory, dishonest);
      await finish(base, directory, session, when);
    } else {
      await session.go(url, base.keys, WRITERS, told);
      hold(when, directory, [...dishonest, ...takeUp(file, session)]);
      // Who only reads does not notice.
      await createApi(url, base.keys).send("GET", "/v1/recordings");
      await session.go(url, base.keys, WRITERS, told);
      await letGo(instance.pid);
      hold(when, directory, [...dishonest, ...takeUp(file, session)]);
      const before = refused;
      await session.go(url, base.keys, WRITERS, told);
      if (refused > before || !session.isOver) dishonest.push("it does not serve again");
      hold(when, directory, [...dishonest, ...(await deliveryProblems(base, file))]);
    }
  } finally {
    await instance.kill();
  }
  hold(`${when}, in the end`, directory, problemsOf(copyOf(directory), session.stories));
  const came = readFileSync(output, "latin1").includes("(INJECTED)");
  base.discard(directory);
  return { came, refused };
};

/**
 * A disk that is full or fails, from each write or sync on, and once at each: nobody is told that anything
 * was made that is not, who is refused is told 503 UNAVAILABLE, and when the disk works the server serves.
 */
export const disk = async ({ seed, scale }: Run): Promise<Figures> => {
  const missing = straceMissing();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await makeBase(LOG_BYTES);
  const figures: Figures = {};
  const stride = Math.max(1, Math.round(1 / scale));
  let all = 0;
  for (const [name, fault] of Object.entries(FAULTS)) {
    let failed = 0;
    for (let nth = random.int(1, Math.min(stride, fault.about)); ; nth += stride) {
      const { came, refused } = await failAt(base, name, fault, nth);
      if (!came) break;
      failed += 1;
      all += refused;
    }
    figures[name] = failed;
  }
  base.remove();
  if (all === 0) throw new Error("no disk failed, or nobody was told");
  return { ...figures, refused: all };
};
