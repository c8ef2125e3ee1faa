import type { DeclaredTest, ScopedFile } from "./scoped-file.js";

/**
 * A test that takes longer counts as hanging and fails, so that the others still run. TEST_MINUTES is for long runs.
 */
const MAX_TEST_MS = Number(process.env["TEST_MINUTES"] ?? 10) * 60_000;

// A test can replace the timers of its process.
const { setTimeout, clearTimeout } = globalThis;

/** Enough to keep a core busy while other tests wait for a child process or a timer; more would only slow each down. */
const MAX_CONCURRENT_TESTS = 3;

interface Turn {
  file: ScopedFile;
  test: DeclaredTest;
  begin: () => void;
}

const waiting: Turn[] = [];
const running: Turn[] = [];

/** A serial test runs while no other test in its file runs, and before the concurrent ones. */
const canBegin = ({ file, test }: Turn): boolean => {
  const others = running.filter((turn) => turn.file === file);
  if (test.isSerial) return others.length === 0;
  return ![...waiting, ...others].some((turn) => turn.file === file && turn.test.isSerial);
};

const beginNext = (): void => {
  while (running.length < MAX_CONCURRENT_TESTS) {
    const index = waiting.findIndex(canBegin);
    if (index < 0) return;
    const [turn] = waiting.splice(index, 1) as [Turn];
    running.push(turn);
    turn.begin();
  }
};

/** @throws an error if the test has not ended after MAX_TEST_MS, although it keeps running */
const limitTime = async (run: () => Promise<void>): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => reject(new Error(`has not ended after ${MAX_TEST_MS / 60_000} minutes`)),
    MAX_TEST_MS,
  );
  try {
    await Promise.race([run(), promise]);
  } finally {
    clearTimeout(limit);
  }
};

/**
 * Runs a test when it is its turn: file after file, so that few servers run at a time.
 * Tests wait in the order in which they are called.
 */
export const runInTurn = async (
  file: ScopedFile,
  test: DeclaredTest,
  run: () => Promise<void>,
): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const turn: Turn = { file, test, begin: resolve };
  waiting.push(turn);
  // Once all tests have been called, which ava does at once.
  setImmediate(beginNext);
  await promise;
  try {
    await limitTime(run);
  } finally {
    running.splice(running.indexOf(turn), 1);
    setImmediate(beginNext);
  }
};
