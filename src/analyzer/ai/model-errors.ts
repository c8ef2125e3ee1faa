import type { ModelError } from "../../base/model-server/model-error.js";
import { UnanalyzableError } from "../analyzer.js";

/** Converts an error whose retries are exhausted. */
export const toUnanalyzable = (error: ModelError): UnanalyzableError =>
  new UnanalyzableError(error.reason, { cause: error });

/** The model's answers stayed invalid after every repair request. */
export class InvalidAnswerError extends UnanalyzableError {}
