import { FairShares } from "../../db/engine/fair-shares.js";
import { isChangeUnderWay } from "../../db/engine/changes-under-way.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { pauseWhileChanging } from "./pause-while-changing.js";

/** Building a smaller response takes 2 ms at most. */
export const LARGE_ANSWER_BYTES = 32 * 1024;
/** How fast a response is loaded, built and hashed. */
const BYTES_PER_MS = 50_000;
const MAX_LARGE_KEYS = 10_000;

type Caller = Parameters<FairShares["acquireFor"]>[1];

export interface AnswerSlot {
  /** Allows the organization's next large response to be built. Call it once. */
  endBuilding: (bytes: number) => void;
  /** Frees the place. A second call does nothing. */
  release: () => void;
}

/** Limits how many large responses an organization has in progress: being built, or not yet read by their callers. */
export class AnswerShares extends FairShares {
  readonly #large = new FairShares(SHARE_LIMITS.largeAnswers);
  /** Requests whose last response was large, oldest first. */
  readonly #largeKeys = new Set<string>();

  constructor() {
    super(SHARE_LIMITS.answers);
  }

  /**
   * Waits for a place, as `acquireFor` does. While a change is running, which needs turns of the event loop, a request
   * whose last response was large also waits until the organization builds no other large response.
   */
  async acquireForRoute(
    organizationId: string,
    route: string,
    caller: Caller,
  ): Promise<AnswerSlot> {
    const key = `${organizationId} ${route}`;
    const release =
      this.tryAcquire(organizationId) ?? (await this.acquireFor(organizationId, caller));
    try {
      const endBuilding =
        isChangeUnderWay() && this.#largeKeys.has(key)
          ? await this.#large.acquireFor(organizationId, caller)
          : undefined;
      return {
        endBuilding: (bytes) => {
          this.#noteSize(key, bytes);
          if (endBuilding) void pauseWhileChanging(bytes / BYTES_PER_MS).then(endBuilding);
        },
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  #noteSize(key: string, bytes: number): void {
    const isLarge = bytes >= LARGE_ANSWER_BYTES;
    if (isLarge === this.#largeKeys.has(key)) return;
    if (!isLarge) this.#largeKeys.delete(key);
    else if (this.#largeKeys.add(key).size > MAX_LARGE_KEYS)
      this.#largeKeys.delete(this.#largeKeys.values().next().value!);
  }
}
