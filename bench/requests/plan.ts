import type { Request } from "autocannon";

/** What the load is to do: for so many seconds, or so many times. */
export interface Plan {
  url: string;
  connections: number;
  requests: Request[];
  seconds?: number;
  amount?: number;
}

/** What it found. Times in milliseconds. */
export interface Load {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Of the load's core: where it is near 1, the load was the bottleneck, and not the server. */
  busy: number;
}
