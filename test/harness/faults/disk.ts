import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "../../../src/demo/random.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { type SessionBase, copyDatabaseFiles, createBase } from "./session-base.js";
import { findDeliveryProblems } from "./deliveries.js";
import { finishSession, assertSound } from "./finish-session.js";
import { findDatabaseProblems, resumeSession } from "./database-problems.js";
import type { SectionFigures, SectionOptions } from "./section.js";
import { type StepResponse, isAcknowledged, WriteSession, WRITERS } from "./write-session.js";
import {
  DETACHABLE_FLAG,
  detachStrace,
  buildStraceCommand,
  explainMissingStrace,
} from "./strace.js";

const STORIES = 4;
// A little below where SQLite begins to take it over, so that the session does.
const MIN_LOG_BYTES = 3_900_000;

/** What fails, from the nth time on or just once, and about how often a session comes there. */
interface DiskFault {
  call: "pwrite64" | "fsync";
  error: "ENOSPC" | "EIO";
  once?: true;
  expectedCalls: number;
}

const FAULTS: Record<string, DiskFault> = {
  full: { call: "pwrite64", error: "ENOSPC", expectedCalls: 200 },
  unwritable: { call: "pwrite64", error: "EIO", expectedCalls: 200 },
  unwritableOnce: { call: "pwrite64", error: "EIO", once: true, expectedCalls: 200 },
  unsynced: { call: "fsync", error: "EIO", expectedCalls: 10 },
  unsyncedOnce: { call: "fsync", error: "EIO", once: true, expectedCalls: 10 },
};

/** What a server may answer while its disk fails: that it is made, or that it is not available. */
const isHonestResponse = ({ status, text }: StepResponse): boolean =>
  status === 200
    ? !/"code":"(?!UNAVAILABLE)/.test(text)
    : /^503 .*"code":"UNAVAILABLE"/.test(`${status} ${text}`);

interface FaultResult {
  /** Whether the fault came at all. */
  wasReached: boolean;
  refused: number;
}

/** A server over a disk that fails from the nth time on, until there is space again. */
const runWithFault = async (
  base: SessionBase,
  name: string,
  fault: DiskFault,
  nth: number,
): Promise<FaultResult> => {
  const when = `${name} from ${fault.call} ${nth} on`;
  const directory = base.copy(`${name}-${nth}`);
  const output = `${directory}.trace`;
  const injection = `inject=${fault.call}:error=${fault.error}:when=${nth}${fault.once ? "" : "+"}`;
  const under = buildStraceCommand(
    output,
    DETACHABLE_FLAG,
    "-e",
    `trace=${fault.call}`,
    "-e",
    injection,
  );
  const instance = new Instance({ directory, env: {}, wrapper: under });
  const session = new WriteSession(STORIES);
  const file = join(directory, "debrief.db");
  const dishonest: string[] = [];
  let refused = 0;
  const told = (answer: StepResponse): void => {
    if (!isAcknowledged(answer)) refused += 1;
    if (!isHonestResponse(answer)) dishonest.push(`${answer.status} ${answer.text}`);
  };
  try {
    const url = await instance.listening.catch(() => undefined);
    if (url === undefined) {
      const code = await instance.ended;
      if (code === null) dishonest.push("it was killed as it started");
      assertSound(when, directory, dishonest);
      await finishSession(base, directory, session, when);
    } else {
      await session.run(url, base.keys, WRITERS, told);
      assertSound(when, directory, [...dishonest, ...resumeSession(file, session)]);
      // Who only reads does not notice.
      await createApi(url, base.keys).send("GET", "/v1/recordings");
      await session.run(url, base.keys, WRITERS, told);
      await detachStrace(instance.pid);
      assertSound(when, directory, [...dishonest, ...resumeSession(file, session)]);
      const before = refused;
      await session.run(url, base.keys, WRITERS, told);
      if (refused > before || !session.isOver) dishonest.push("it does not serve again");
      assertSound(when, directory, [...dishonest, ...(await findDeliveryProblems(base, file))]);
    }
  } finally {
    await instance.kill();
  }
  assertSound(
    `${when}, in the end`,
    directory,
    findDatabaseProblems(copyDatabaseFiles(directory), session.stories),
  );
  const came = readFileSync(output, "latin1").includes("(INJECTED)");
  base.discard(directory);
  return { wasReached: came, refused };
};

/**
 * A disk that is full or fails, from each write or sync on, and once at each: nobody is told that anything
 * was made that is not, who is refused is told 503 UNAVAILABLE, and when the disk works the server serves.
 */
export const disk = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const missing = explainMissingStrace();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await createBase(MIN_LOG_BYTES);
  const figures: SectionFigures = {};
  const stride = Math.max(1, Math.round(1 / scale));
  let all = 0;
  for (const [name, fault] of Object.entries(FAULTS)) {
    let failed = 0;
    for (let nth = random.int(1, Math.min(stride, fault.expectedCalls)); ; nth += stride) {
      const { wasReached, refused } = await runWithFault(base, name, fault, nth);
      if (!wasReached) break;
      failed += 1;
      all += refused;
    }
    figures[name] = failed;
  }
  base.remove();
  if (all === 0) throw new Error("no disk failed, or nobody was told");
  return { ...figures, refused: all };
};
