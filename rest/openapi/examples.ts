import type { Schema } from "./schemas.js";

/** A request and its answer, as the made-up organization of `debrief demo` has them. */
export interface Example {
  /** Of the path and the query. */
  parameters?: Record<string, string>;
  body?: Schema;
  answer?: unknown;
}

export const examples: Record<string, Example> = {};
