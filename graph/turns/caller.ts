/** The program or person that waits for a response, and may disconnect before it is complete. */
export interface Caller {
  readonly hasLeft: boolean;
  /** Aborts when the caller disconnects; its reason is the Failure. More expensive to read than `hasLeft`. */
  readonly signal: AbortSignal;
}

/** The caller of a change or a job, which nothing interrupts. */
export const CONNECTED_CALLER: Caller = { hasLeft: false, signal: new AbortController().signal };
