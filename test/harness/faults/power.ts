import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createRandom, type Random } from "../../../src/demo/random.js";
import { createBase } from "./session-base.js";
import { DiskModel } from "./disk-model.js";
import { findDatabaseProblems } from "./database-problems.js";
import { recordSession, type SessionRecording } from "./record-session.js";
import type { SectionFigures, SectionOptions } from "./section.js";
import { STEPS, type Story } from "./write-session.js";
import { scratchDirectory, explainMissingStrace } from "./strace.js";

const IMAGES = 20_000;
const IMAGES_WITHOUT_SYNC = 2_000;
const STORIES = 60;
const WRITERS = 8;
// Enough for SQLite to checkpoint and restart its log within the session.
const MIN_LOG_BYTES = 3_500_000;

interface PowerCutResult {
  images: number;
  /** Images that lack an acknowledged write. */
  lost: number;
  acknowledged: number;
  operations: number;
}

/** Writes the files that a power cut left. Returns the path of the database. */
const writeFiles = (directory: string, files: ReadonlyMap<string, Buffer>): string => {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory);
  for (const [path, content] of files) writeFileSync(join(directory, basename(path)), content);
  return join(directory, "debrief.db");
};

/**
 * Cuts the power at `images` random moments of the session. @throws at any problem other than a
 * loss
 */
const cutPower = (recording: SessionRecording, random: Random, images: number): PowerCutResult => {
  const { operations, session, before, directory } = recording;
  const cuts = Array.from({ length: images }, () => random.int(0, operations.length)).toSorted(
    (one, other) => one - other,
  );
  const disk = new DiskModel(directory, before);
  const stories: Story[] = session.stories.map(({ n }) => ({ n, done: 0, tried: 1 }));
  const image = mkdtempSync(join(scratchDirectory(), "debrief-power-"));
  let [lost, at] = [0, 0];
  for (const cut of cuts) {
    for (; at < cut; at += 1) {
      const operation = operations[at]!;
      disk.apply(operation, at);
      if (!operation.acknowledged) continue;
      const { story, step } = operation.acknowledged;
      Object.assign(stories[story.n]!, { done: step, tried: Math.min(STEPS, step + 1) });
    }
    const problems = findDatabaseProblems(writeFiles(image, disk.cutPower(random)), stories);
    if (problems.some((problem) => !problem.startsWith("LOST")))
      throw new Error(`a cut after ${cut} operations, see ${image}:\n  ${problems.join("\n  ")}`);
    if (problems.length > 0) lost += 1;
  }
  rmSync(image, { recursive: true });
  return { images, lost, acknowledged: session.acknowledged, operations: operations.length };
};

/**
 * Checks that power cuts lose no acknowledged write and leave none half applied. As a control, a
 * server with synchronous=NORMAL must lose some.
 */
export const power = async ({ seed, scale }: SectionOptions): Promise<SectionFigures> => {
  const missing = explainMissingStrace();
  if (missing !== undefined) return { skipped: missing };
  const random = createRandom(seed);
  const base = await createBase(MIN_LOG_BYTES);
  try {
    const stories = Math.max(8, Math.round(STORIES * Math.min(1, scale * 10)));
    const normal = await recordSession(base, stories, WRITERS, "NORMAL");
    const full = await recordSession(base, stories, WRITERS, "FULL");
    const control = cutPower(normal, random, Math.ceil(IMAGES_WITHOUT_SYNC * scale));
    if (control.lost === 0)
      throw new Error("synchronous=NORMAL lost nothing, so the check is too weak");
    const found = cutPower(full, random, Math.ceil(IMAGES * scale));
    if (found.lost > 0) throw new Error(`${found.lost} of ${found.images} images lost a write`);
    return { ...found, imagesOfNormal: control.images, lostByNormal: control.lost };
  } finally {
    base.remove();
  }
};
