import kept from "./examples.json" with { type: "json" };
import type { OpenApiObject } from "./schemas.js";

/** A request and its answer, as the made-up organization of `debrief demo` has them. */
export interface Example {
  /** Of the path and the query. */
  parameters?: Record<string, string>;
  body?: OpenApiObject;
  answer?: unknown;
}

/** By operation and event. npm run openapi makes them. */
export const examples = kept as Record<string, Example>;
