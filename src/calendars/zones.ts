import type { WallTime } from "./wall-time.js";

export interface Zone {
  /** For a time that doesn't exist or exists twice, the offset before the change applies (RFC 5545, 3.3.5). */
  toInstant: (wall: WallTime) => number;
  toWall: (instant: number) => WallTime;
}

export const UTC: Zone = { toInstant: (wall) => wall, toWall: (instant) => instant };
