import type { TenantAnswer, TenantClient } from "./tenant-client.js";

/** What a pattern may use: the hostile organization and receivers of its own. */
export interface Hostile {
  client: TenantClient;
  /** The URL of a receiver that accepts requests and never answers. */
  tarpitUrl: string;
  /** The URL of a file that sends one byte every few seconds. */
  trickleUrl: string;
  /** The hostile organization's rep. */
  rep: string;
}

/** Something a hostile tenant does for as long as it may. */
export interface Pattern {
  /** What it does, in a few words. */
  description: string;
  /** How many of its attacks run at the same time. */
  lanes: number;
  /** The server's settings, where the defaults have nothing to attack. */
  settings?: Record<string, string>;
  /** Runs once before the first attack. */
  prepare?: (hostile: Hostile) => Promise<void>;
  /** Makes attack number `n`. */
  attack: (hostile: Hostile, n: number) => Promise<TenantAnswer>;
}
