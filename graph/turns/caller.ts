/** The program or person that waits for an answer, and may leave before it is complete. */
export interface Caller {
  readonly hasLeft: boolean;
  /** Aborts when the caller leaves; its reason is the Failure. Asking for it costs more than `hasLeft`. */
  readonly signal: AbortSignal;
}

/** The caller of a change or a job, which nothing interrupts. */
export const CONNECTED_CALLER: Caller = { hasLeft: false, signal: new AbortController().signal };
