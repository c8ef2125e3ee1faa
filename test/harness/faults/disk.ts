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
// Slightly below the size at which SQLite checkpoints, so the session causes a checkpoint.
const MIN_LOG_BYTES = 3_900_000;

/**
 * A failing system call: from the nth call on, or only once. `expectedCalls`: about how many a
 * session makes.
 */
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

/** While its disk fails, a server may only acknowledge or report 503 UNAVAILABLE. */
const isHonestResponse = ({ status, text }: StepResponse): boolean =>
  status === 200
    ? !/"code":"(?!UNAVAILABLE)/.test(text)
    : /^503 .*"code":"UNAVAILABLE"/.test(`${status} ${text}`);

interface FaultResult {
  /** Whether the session made enough calls for the fault. */
  wasReached: boolean;
  refused: number;
}

/** Runs a server whose disk fails from call `nth` on, then heals. */
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
  const wrapper = buildStraceCommand(
    output,
    DETACHABLE_FLAG,
    "-e",
    `trace=${fault.call}`,
    "-e",
    injection,
  );
  const instance = new Instance({ directory, env: {}, wrapper });
  const session = new WriteSession(STORIES);
  const file = join(directory, "debrief.db");
  const dishonest: string[] = [];
  let refused = 0;
  const checkResponse = (answer: StepResponse): void => {
    if (!isAcknowledged(answer)) refused += 1;
    if (!isHonestResponse(answer)) dishonest.push(`${answer.status} ${answer.text}`);
  };
  try {
    const url = await instance.listening.catch(() => undefined);
    if (url === undefined) {
      const code = await instance.ended;
      if (code === null) dishonest.push("the server was killed during its start");
      assertSound(when, directory, dishonest);
      await finishSession(base, directory, session, when);
    } else {
      await session.run(url, base.keys, WRITERS, checkResponse);
      assertSound(when, directory, [...dishonest, ...resumeSession(file, session)]);
      // A reader isn't affected by a failing write.
      await createApi(url, base.keys).send("GET", "/v1/recordings");
      await session.run(url, base.keys, WRITERS, checkResponse);
      await detachStrace(instance.pid);
      assertSound(when, directory, [...dishonest, ...resumeSession(file, session)]);
      const before = refused;
      await session.run(url, base.keys, WRITERS, checkResponse);
      if (refused > before || !session.isOver) dishonest.push("the server doesn't serve again");
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
  const wasReached = readFileSync(output, "latin1").includes("(INJECTED)");
  base.discard(directory);
  return { wasReached, refused };
};

/**
 * Makes the disk full or failing from each write or sync on, or once at each. The server must
 * acknowledge no lost write, refuse with 503 UNAVAILABLE, and serve again once the disk works.
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
  if (all === 0) throw new Error("no fault led to a refusal");
  return { ...figures, refused: all };
};
