import type { Db } from "../../../db/engine/connect.js";
import type { Config } from "../../base/config/config.js";

/** A problem that a check found. */
export interface CheckProblem {
  /** The id of the organization it concerns, if it concerns only one. */
  organization?: string;
  message: string;
  /** The shell command that fixes it. */
  fix: string;
  repaired: boolean;
}

/** The input of all checks. */
export interface CheckInput {
  db: Db;
  config: Config;
  /** The path of the SQLite database; undefined for PostgreSQL. */
  file: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Free bytes on the database's file system. */
  freeBytes: number;
  /** True for `--repair`: the check repairs what it can. */
  repair: boolean;
}

/** One of the checks of `debrief doctor`. */
export interface Check {
  name: string;
  /** Returns the problems found; none if all is well. */
  run: (input: CheckInput) => Promise<CheckProblem[]>;
  /** True if an unrepaired problem makes the later checks impossible. */
  isBlocking?: boolean;
}
