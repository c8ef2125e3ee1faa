import type { ErrorCode, Failure } from "../../graph/core/errors.js";

/** Returns whether an error is the core's refusal with one of these codes. Loads nothing of the core. */
export const hasFailureCode = (error: unknown, ...codes: ErrorCode[]): error is Failure =>
  error instanceof Error && codes.some((code) => "code" in error && error.code === code);
