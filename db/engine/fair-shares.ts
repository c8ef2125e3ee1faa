/** The limits of one shared resource. */
export interface ShareLimits {
  /** The maximum number of concurrent items of all keys. */
  places: number;
  /** The maximum number of concurrent items per key. */
  placesPerKey: number;
  /** The maximum number of waiting items per key; 0 if items never wait. */
  waitingPerKey: number;
}

/** The key has used up its share of a resource. Other keys aren't affected. */
export class ShareExceededError extends Error {}

interface Waiting {
  start: () => void;
}

/** The items of one key. A key without items costs no memory. */
interface Share {
  running: number;
  /** Created for the first waiting item. */
  waiting?: Set<Waiting>;
}

/**
 * Divides one resource between keys, usually organizations. Each key has a number of places and a waiting list. A free
 * place goes to the key with the fewest running items; among equals, to the key that has waited longest. The limits of
 * every resource are in share-limits.ts.
 */
export class FairShares {
  readonly #limits: ShareLimits;
  /** In turn order: the first key is next among those with equally many running items. */
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #waiting = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** The running and waiting items of all keys. */
  get pending(): number {
    return this.#running + this.#waiting;
  }

  /** Returns how many items of the key run. */
  countRunning(key: string): number {
    return this.#shares.get(key)?.running ?? 0;
  }

  /**
   * Takes a place now. Returns the function that frees it; a second call does nothing. Returns undefined if the key or
   * the resource has no free place.
   */
  tryAcquire(key: string): (() => void) | undefined {
    return this.hasPlace(key) ? this.#occupy(key) : undefined;
  }

  /**
   * Waits for a place. Returns the function that frees it; a second call does nothing.
   * @throws ShareExceededError if the key's waiting room is full; the signal's reason if it aborts before
   */
  async acquire(key: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const share = this.#shares.get(key);
    const waitingCount = share?.waiting?.size ?? 0;
    if (waitingCount === 0 && this.hasPlace(key)) return this.#occupy(key);
    if (waitingCount >= this.#limits.waitingPerKey)
      throw new ShareExceededError("the organization's share of this resource is used up");
    return this.#wait(key, signal);
  }

  /**
   * Waits for a place, as `acquire` does. Reads the caller's signal only if it must wait: creating one costs more than
   * taking a place. @throws errors from `acquire`
   */
  async acquireFor(key: string, caller: { readonly signal: AbortSignal }): Promise<() => void> {
    return this.tryAcquire(key) ?? this.acquire(key, caller.signal);
  }

  /** Runs `work` in one of the key's places. @throws errors from `acquire` and `work` */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const release = await this.acquire(key, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  async #wait(key: string, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const share = this.#shareOf(key);
    const waiting = { start: () => resolve(this.#occupy(key)) };
    const room = (share.waiting ??= new Set());
    room.add(waiting);
    this.#waiting += 1;
    const onAbort = (): void => {
      if (!room.delete(waiting)) return;
      this.#waiting -= 1;
      this.#forgetIfIdle(key, share);
      reject(signal!.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  #shareOf(key: string): Share {
    let share = this.#shares.get(key);
    if (!share) this.#shares.set(key, (share = { running: 0 }));
    return share;
  }

  /** Returns whether the key could take a place now. */
  hasPlace(key: string): boolean {
    return (
      this.#running < this.#limits.places && this.countRunning(key) < this.#limits.placesPerKey
    );
  }

  #occupy(key: string): () => void {
    const share = this.#shareOf(key);
    share.running += 1;
    this.#running += 1;
    this.#moveToEnd(key, share);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      share.running -= 1;
      this.#running -= 1;
      this.#moveToEnd(key, share);
      this.#forgetIfIdle(key, share);
      this.#startNext();
    };
  }

  /** The key's next turn comes after all other keys. Without waiting items, there are no turns. */
  #moveToEnd(key: string, share: Share): void {
    if (this.#waiting === 0) return;
    this.#shares.delete(key);
    this.#shares.set(key, share);
  }

  #forgetIfIdle(key: string, { running, waiting }: Share): void {
    if (running === 0 && (waiting?.size ?? 0) === 0) this.#shares.delete(key);
  }

  #startNext(): void {
    if (this.#waiting === 0 || this.#running >= this.#limits.places) return;
    let next: Share | undefined;
    for (const share of this.#shares.values()) {
      if (!share.waiting?.size || share.running >= this.#limits.placesPerKey) continue;
      if (!next || share.running < next.running) next = share;
    }
    const [first] = next?.waiting ?? [];
    if (!next || !first) return;
    next.waiting?.delete(first);
    this.#waiting -= 1;
    first.start();
  }
}
