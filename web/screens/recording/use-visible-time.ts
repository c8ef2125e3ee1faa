import { useEffect, useState } from "preact/hooks";

/** Measures for how long the page is visible. */
class VisibleTime {
  #sum = 0;
  #since = performance.now();

  /** Begins to measure, until the signal aborts. */
  start(signal: AbortSignal): void {
    const update = (): void => {
      const now = performance.now();
      // What ends now was visible if the page is hidden from now on.
      if (document.hidden) this.#sum += now - this.#since;
      this.#since = now;
    };
    document.addEventListener("visibilitychange", update, { signal });
  }

  /** Returns the milliseconds since the beginning. */
  read(): number {
    return Math.round(this.#sum + performance.now() - this.#since);
  }
}

/** Returns a function that returns for how many milliseconds the page has been visible. */
export const useVisibleTime = (): (() => number) => {
  const [time] = useState(() => new VisibleTime());
  useEffect(() => {
    const abort = new AbortController();
    time.start(abort.signal);
    return () => abort.abort();
  }, [time]);
  return () => time.read();
};
