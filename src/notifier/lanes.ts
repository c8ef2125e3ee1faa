import type { Outcome } from "../../graph/context.js";

const ALL = 64;
const UNPROVEN = 32;
const WIDEST = 4;
const QUICK_MS = 1_000;
const REMEMBERED = 10_000;

/** What one webhook may do: how many attempts at once, and whether it has shown to be quick. */
interface Lane {
  width: number;
  underWay: number;
  proven: boolean;
}

/**
 * How many attempts each webhook may have under way, so that a slow one delays nobody else: 64 in all,
 * of which the slow and unproven ones together have 32. A webhook starts with one, doubles to four on
 * quick successes, and is back at one after a time-out.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  #underWay = 0;
  #unproven = 0;

  get underWay(): number {
    return this.#underWay;
  }

  #lane(id: string): Lane {
    return this.#lanes.get(id) ?? { width: 1, underWay: 0, proven: false };
  }

  /** How many more attempts the webhook may begin now. */
  room(id: string): number {
    const { width, underWay, proven } = this.#lane(id);
    const shared = proven ? ALL : Math.min(ALL, this.#underWay + UNPROVEN - this.#unproven);
    return Math.max(0, Math.min(width - underWay, shared - this.#underWay));
  }

  begin(id: string, count = 1): void {
    const lane = this.#lane(id);
    lane.underWay += count;
    this.#underWay += count;
    if (!lane.proven) this.#unproven += count;
    // The one that begins is the newest, so what is forgotten first has been idle for longest.
    this.#lanes.delete(id);
    this.#lanes.set(id, lane);
    if (this.#lanes.size > REMEMBERED) this.#forget();
  }

  /** Takes back what was begun and came to no attempt. */
  cancel(id: string, count = 1): void {
    const lane = this.#lane(id);
    lane.underWay -= count;
    this.#underWay -= count;
    if (!lane.proven) this.#unproven -= count;
  }

  end(id: string, { delivered, timedOut, durationMs }: Outcome): void {
    this.cancel(id);
    const lane = this.#lane(id);
    const quick = durationMs < QUICK_MS;
    if (timedOut) lane.width = 1;
    else if (delivered && quick) lane.width = Math.min(WIDEST, lane.width * 2);
    // A quick failure says nothing of how long a success takes.
    this.#prove(lane, quick ? lane.proven || delivered : false);
  }

  #prove(lane: Lane, proven: boolean): void {
    if (lane.proven === proven) return;
    lane.proven = proven;
    this.#unproven += proven ? -lane.underWay : lane.underWay;
  }

  #forget(): void {
    for (const [id, lane] of this.#lanes) {
      if (lane.underWay > 0) continue;
      this.#lanes.delete(id);
      return;
    }
  }
}
