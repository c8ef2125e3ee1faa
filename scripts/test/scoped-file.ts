import type { ExecutionContext, TestFn } from "ava";

type Implementation = (t: ExecutionContext, ...args: unknown[]) => unknown;

/** A test as its file declares it. */
export interface DeclaredTest {
  title: string;
  isSerial: boolean;
  isSkipped: boolean;
  run: (t: ExecutionContext) => unknown;
}

const HOOKS = ["before", "after", "beforeEach", "afterEach"] as const;

type HookName = (typeof HOOKS)[number] | "after.always" | "afterEach.always";

/** Runs every step, even after one fails. @throws the first error */
const runAll = async (steps: readonly (() => unknown)[]): Promise<void> => {
  const errors: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw errors[0];
};

/** The context that ava passes to a test: a copy, so that no test changes another's. */
const copyContext = (context: unknown): unknown =>
  typeof context === "object" && context !== null ? { ...context } : context;

/** The tests and hooks of one file, if several files share a process. */
export class ScopedFile {
  readonly name: string;
  readonly tests: DeclaredTest[] = [];
  readonly #hooks = new Map<HookName, Implementation[]>();
  #context: unknown = {};
  #started: Promise<void> | undefined;
  #finishedCount = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** The file's `ava` import. */
  buildTestFunction(): TestFn {
    const declare =
      (kind: { isSerial: boolean; isSkipped: boolean }) =>
      (title: string, implementation: Implementation, ...args: unknown[]): void =>
        this.#declare({ title, ...kind, run: (t) => implementation(t, ...args) });
    const addHook =
      (name: HookName) =>
      (hook: Implementation): void =>
        void this.#hooks.set(name, [...this.#listHooks(name), hook]);
    const skip = declare({ isSerial: false, isSkipped: true });
    const serial = Object.assign(declare({ isSerial: true, isSkipped: false }), { skip });
    return Object.assign(declare({ isSerial: false, isSkipped: false }), {
      serial,
      skip,
      before: addHook("before"),
      beforeEach: addHook("beforeEach"),
      after: Object.assign(addHook("after"), { always: addHook("after.always") }),
      afterEach: Object.assign(addHook("afterEach"), { always: addHook("afterEach.always") }),
    }) as unknown as TestFn;
  }

  /** Runs a test with the file's hooks around it, and the file's hooks with its first and last test. */
  async run(t: ExecutionContext, test: DeclaredTest): Promise<void> {
    const teardowns: (() => unknown)[] = [];
    Object.assign(t, { teardown: (step: () => unknown) => void teardowns.unshift(step) });
    const runHooks = (name: HookName) => async () => {
      for (const hook of this.#listHooks(name)) await hook(t);
    };
    const runTest = async (): Promise<void> => {
      await runHooks("beforeEach")();
      await runAll([() => test.run(t), async () => runAll(teardowns)]);
      await runHooks("afterEach")();
    };
    await runAll([
      async () => {
        await (this.#started ??= this.#start(t));
        t.context = copyContext(this.#context);
        await runAll([runTest, runHooks("afterEach.always")]);
      },
      async () => this.#finish(t),
    ]);
  }

  #listHooks(name: HookName): Implementation[] {
    return this.#hooks.get(name) ?? [];
  }

  #declare(test: DeclaredTest): void {
    if (this.tests.some(({ title }) => title === test.title))
      throw new Error(`two tests have the title "${test.title}"`);
    this.tests.push(test);
  }

  /** A file hook receives the file's context instead of the test's. */
  #bindToFile(t: ExecutionContext): ExecutionContext {
    return Object.create(t, {
      context: {
        get: () => this.#context,
        set: (context: unknown) => {
          this.#context = context;
        },
      },
    }) as ExecutionContext;
  }

  async #start(t: ExecutionContext): Promise<void> {
    for (const hook of this.#listHooks("before")) await hook(this.#bindToFile(t));
  }

  async #finish(t: ExecutionContext): Promise<void> {
    this.#finishedCount += 1;
    if (this.#finishedCount < this.tests.filter(({ isSkipped }) => !isSkipped).length) return;
    const hooks = [...this.#listHooks("after"), ...this.#listHooks("after.always")];
    await runAll(hooks.map((hook) => async () => hook(this.#bindToFile(t))));
  }
}
