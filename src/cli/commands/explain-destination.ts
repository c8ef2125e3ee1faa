import { RefusedError } from "../../base/config/command.js";
import { hasFailureCode } from "../has-failure-code.js";

/**
 * Adds the next step to the refusal of a destination. `name`: the command line's name of the URL; default: the field's.
 * @throws RefusedError, or the error itself
 */
export const explainForbiddenDestination = (error: unknown, name?: string): never => {
  if (!hasFailureCode(error, "DESTINATION_NOT_ALLOWED")) throw error;
  // No setting allows a user name in the URL.
  if (!/public address|https/.test(error.reason)) throw error;
  const message = name === undefined ? error.message : `${name} ${error.reason}`;
  throw new RefusedError(
    `${message}, unless DEBRIEF_WEBHOOK_ALLOW lists it, for this command and for the server`,
  );
};
