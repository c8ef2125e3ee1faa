/** The limits of one shared resource. */
export interface ShareLimits {
  /** Items that run at the same time, of all keys together. */
  places: number;
  /** Items of one key that run at the same time. */
  placesPerKey: number;
  /** Items of one key that wait for a place; 0 where nothing waits. */
  waitingPerKey: number;
}

/** The key has used up its share of a resource. Other keys still have theirs. */
export class ShareExceededError extends Error {}

interface Waiting {
  start: () => void;
}

/** The items of one key. A key without items costs no memory. */
interface Share {
  running: number;
  /** Created for the first item that waits. */
  waiting?: Set<Waiting>;
}

/**
 * Divides one resource between keys, usually organizations: each has its places and its waiting room, and a free
 * place goes to the key that runs least; among those, to the one that waits longest for its turn. The limits of
 * every resource are in share-limits.ts.
 */
export class FairShares {
  readonly #limits: ShareLimits;
  /** In the order of turns: the first key is next among those that run equally many items. */
  readonly #shares = new Map<string, Share>();
  #running = 0;
  #waiting = 0;

  constructor(limits: ShareLimits) {
    this.#limits = limits;
  }

  /** The items of all keys that run or wait. */
  get pending(): number {
    return this.#running + this.#waiting;
  }

  /** Returns how many items of the key run. */
  countRunning(key: string): number {
    return this.#shares.get(key)?.running ?? 0;
  }

  /**
   * Takes a place now. Returns the function that frees it; a second call does nothing. Returns undefined where
   * the key has no place left, or the resource has none.
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
   * Waits for a place, as `acquire` does. Asks the caller for its signal only if there is none now: creating one costs
   * more than taking a place. @throws what acquire throws
   */
  async acquireFor(key: string, caller: { readonly signal: AbortSignal }): Promise<() => void> {
    return this.tryAcquire(key) ?? this.acquire(key, caller.signal);
  }

  /** Runs `work` in a place of the key. @throws what acquire and `work` throw */
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

  /** The key's next turn comes after those of all others. Without items that wait, there are no turns. */
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
