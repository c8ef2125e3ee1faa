import type { ServerResponse } from "node:http";
import { Failure } from "../graph/core/errors.js";

/** Creates the signal that aborts if the caller closes the connection before it has the whole answer. */
export const createCallerSignal = (res: ServerResponse): AbortSignal => {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished)
      controller.abort(new Failure("UNAVAILABLE", "The caller closed the connection"));
  });
  return controller.signal;
};
