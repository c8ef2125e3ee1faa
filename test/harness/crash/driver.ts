import { setTimeout } from "node:timers/promises";
import type { Random } from "../../../src/demo/random.js";
import { type Api, TryLaterError, NoResponseError } from "./api.js";
import { type CrashCase, createCase } from "./cases.js";
import { addFigures, type CrashFigures } from "./crash-figures.js";
import { chooseNextStep } from "./steps.js";

const RETRY_MS = 10;

/** Changes things on several connections at once, and keeps account of what was acknowledged. */
export class Driver {
  /** Every case there has been. */
  readonly cases: CrashCase[] = [];
  /** What was changed, or may have been, since the last look. */
  readonly changedCases = new Set<CrashCase>();
  readonly problems: string[] = [];
  readonly #random: Random;
  readonly #figures: CrashFigures;
  readonly #testUrl: string;
  readonly #pace: number;
  /** Cases that are not at their end, and that nobody works on. */
  #open: CrashCase[] = [];
  #running: Promise<void>[] = [];
  #stopping = false;
  #onAnswer = (): void => {};

  /** `pace`: the longest pause between two changes of a connection, in milliseconds. */
  constructor(random: Random, figures: CrashFigures, testUrl: string, pace: number) {
    this.#figures = figures;
    this.#random = random;
    this.#testUrl = testUrl;
    this.#pace = pace;
  }

  /** `pick` gives the server for the next change; undefined where there is none just now. */
  start(connections: number, pick: () => Api | undefined): void {
    this.#stopping = false;
    this.#running = Array.from({ length: connections }, () => this.#work(pick));
  }

  /** Resolves when so many more changes have been acknowledged. */
  async waitForResponses(count: number): Promise<void> {
    let left = count;
    await new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        left -= 1;
        if (left === 0) resolve();
      };
    });
  }

  /** Resolves when no request is under way. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Cases go on once it is known what became of them. */
  clearChangedCases(): void {
    for (const it of this.changedCases)
      if (!this.#open.includes(it) && !it.possibleState) this.#open.push(it);
    this.changedCases.clear();
  }

  async #work(pick: () => Api | undefined): Promise<void> {
    while (!this.#stopping) {
      const api = pick();
      if (api) await this.#change(this.#take(), api);
      else await setTimeout(RETRY_MS);
      if (this.#pace > 0) await setTimeout(this.#random.int(0, this.#pace));
    }
  }

  #take(): CrashCase {
    const known = this.#open.splice(this.#random.int(0, this.#open.length), 1)[0];
    if (known) return known;
    const it = createCase(this.cases.length, this.#random);
    this.cases.push(it);
    return it;
  }

  async #change(it: CrashCase, api: Api): Promise<void> {
    let name = "redeliver";
    try {
      const step = await chooseNextStep(it, api, this.#random, this.#testUrl);
      if (!step) return;
      name = step.name;
      const after = { ...it.state, ...step.stateAfter };
      it.possibleState = after;
      this.changedCases.add(it);
      await step.send(api);
      it.state = after;
      delete it.possibleState;
      addFigures(this.#figures, { acknowledged: 1 });
      this.#onAnswer();
      this.#open.push(it);
    } catch (error) {
      if (error instanceof TryLaterError) {
        delete it.possibleState;
        this.#open.push(it);
        await setTimeout(RETRY_MS);
        return;
      }
      if (!(error instanceof NoResponseError)) {
        this.problems.push(`${name} of case ${it.n}: ${(error as Error).message}`);
        return;
      }
      addFigures(this.#figures, { unanswered: 1 });
      this.changedCases.add(it);
      await setTimeout(RETRY_MS);
    }
  }
}
