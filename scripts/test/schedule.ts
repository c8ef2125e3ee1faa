import type { DeclaredTest, ScopedFile } from "./scoped-file.js";

/** As many as keep a core busy while others wait for a child process or a timer. */
const MAX_CONCURRENT_TESTS = 6;

interface Turn {
  file: ScopedFile;
  test: DeclaredTest;
  begin: () => void;
}

const waiting: Turn[] = [];
const running: Turn[] = [];

/** A serial test runs while no other of its file does, and before those that are not serial. */
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
    await run();
  } finally {
    running.splice(running.indexOf(turn), 1);
    setImmediate(beginNext);
  }
};
