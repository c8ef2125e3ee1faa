import { setTimeout } from "node:timers/promises";
import type { Random } from "../../../src/demo/random.js";
import { type Api, TryLaterError, NoResponseError } from "./api.js";
import { type CrashCase, createCase } from "./cases.js";
import { addFigures, type CrashFigures } from "./crash-figures.js";
import { chooseNextStep } from "./steps.js";

const RETRY_MS = 10;

/** Sends changes on several connections and records which were acknowledged. */
export class Driver {
  /** All cases so far. */
  readonly cases: CrashCase[] = [];
  /** Cases that changed, or may have changed, since the last check. */
  readonly changedCases = new Set<CrashCase>();
  readonly problems: string[] = [];
  readonly #random: Random;
  readonly #figures: CrashFigures;
  readonly #testUrl: string;
  readonly #pace: number;
  /** Unfinished cases that no connection is working on. */
  #open: CrashCase[] = [];
  #running: Promise<void>[] = [];
  #stopping = false;
  #onAnswer = (): void => {};

  /** `pace`: the longest pause between two changes on a connection, in milliseconds. */
  constructor(random: Random, figures: CrashFigures, testUrl: string, pace: number) {
    this.#figures = figures;
    this.#random = random;
    this.#testUrl = testUrl;
    this.#pace = pace;
  }

  /** `pick` returns the server for the next change; undefined if none is up. */
  start(connections: number, pick: () => Api | undefined): void {
    this.#stopping = false;
    this.#running = Array.from({ length: connections }, () => this.#work(pick));
  }

  /** Resolves after `count` more changes are acknowledged. */
  async waitForResponses(count: number): Promise<void> {
    let left = count;
    await new Promise<void>((resolve) => {
      this.#onAnswer = () => {
        left -= 1;
        if (left === 0) resolve();
      };
    });
  }

  /** Resolves when no request is running. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#running);
  }

  /** Lets cases continue whose outcome is known. */
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
    const waiting = this.#open.splice(this.#random.int(0, this.#open.length), 1)[0];
    if (waiting) return waiting;
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
