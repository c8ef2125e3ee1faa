import type { Db } from "../../db/engine/connect.js";
import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import type { Failure } from "./errors.js";

export interface LongQuery {
  organizationId: string;
  scope?: ViewerScope | undefined;
}

/** A read that takes too long for the main thread. */
export interface LongRead<Query extends LongQuery, Result> {
  /** A thread receives this name instead of the functions. */
  name: string;
  load: (db: Db, query: Query) => Promise<Result>;
  /** Returns the failure for a query that needs too much work. */
  buildFailure: () => Failure;
}

/**
 * Runs a long read off the main thread, within the scope of the query's viewer. `signal` aborts once the caller has
 * left. @throws UNAVAILABLE, the read's own failure, ShareExceededError
 */
export type RunLongRead = <Query extends LongQuery, Result>(
  read: LongRead<Query, Result>,
  query: Query,
  signal?: AbortSignal,
) => Promise<Result>;
