import type { ServerResponse } from "node:http";
import type { Caller } from "../graph/turns/caller.js";
import { Failure } from "../graph/core/errors.js";

/** The caller of an HTTP request. It leaves by closing the connection before it has received the whole response. */
export class HttpCaller implements Caller {
  readonly #res: ServerResponse;
  #controller: AbortController | undefined;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get hasLeft(): boolean {
    return this.#res.closed && !this.#res.writableFinished;
  }

  get signal(): AbortSignal {
    // Created lazily: most requests end before it is needed.
    return (this.#controller ??= this.#watch()).signal;
  }

  #watch(): AbortController {
    const controller = new AbortController();
    const abortIfLeft = (): void => {
      if (this.hasLeft)
        controller.abort(new Failure("UNAVAILABLE", "The caller closed the connection"));
    };
    if (this.#res.closed) abortIfLeft();
    else this.#res.once("close", abortIfLeft);
    return controller;
  }
}
