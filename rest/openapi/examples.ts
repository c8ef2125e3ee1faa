import storedExamples from "./examples.json" with { type: "json" };
import type { OpenApiObject } from "./schemas.js";

/** A request and its response, from the sample organization of `debrief demo`. */
export interface Example {
  /** Path and query parameters. */
  parameters?: Record<string, string>;
  body?: OpenApiObject;
  response?: unknown;
}

/** Examples by operation ID or event name. `npm run openapi` writes them. */
export const examples = storedExamples as Record<string, Example>;
