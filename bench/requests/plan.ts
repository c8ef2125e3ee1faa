import type { Request } from "autocannon";

/** The load: for some seconds, or a number of times. */
export interface LoadPlan {
  url: string;
  connections: number;
  requests: Request[];
  seconds?: number;
  amount?: number;
}

/** The load's figures. Times are in milliseconds. */
export interface LoadResult {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** The share of time that the load's core was busy. Near 1, the load was the bottleneck, not the server. */
  busyShare: number;
}
