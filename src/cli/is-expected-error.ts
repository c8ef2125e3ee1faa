import { isDatabaseError } from "../../db/engine/errors.js";
import { NewerDatabaseError } from "../../db/schema/migrate.js";
import { Failure } from "../../graph/core/errors.js";
import { RefusedError } from "../base/config/command.js";

/** Returns whether an error's message alone explains why a command failed. */
export const isExpectedError = (error: unknown): error is Error =>
  isDatabaseError(error) ||
  [RefusedError, NewerDatabaseError, Failure].some((kind) => error instanceof kind);
