import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { isChangeUnderWay } from "../../../db/engine/changes-under-way.js";
import { TurnQueue } from "../../../db/engine/turn-queue.js";

/** Identifies the caller before its credential is checked: by the header or the URL that contains the credential. */
const callerOf = ({ headers, url = "", socket }: IncomingMessage): string =>
  headers.authorization ??
  headers["x-api-key"]?.toString() ??
  (url.startsWith("/v1/dialer/") ? url : undefined) ??
  headers.cookie ??
  socket.remoteAddress ??
  "";

/**
 * While a change is running, starts one request per turn of the event loop, and callers take turns. Otherwise requests
 * start at once.
 */
export class RequestTurns {
  readonly #waiting = new TurnQueue<() => void>();
  #isTaken = false;

  /** Calls `begin` now or in a later turn. */
  enqueue(req: IncomingMessage, begin: () => void): void {
    if (this.#waiting.size === 0 && !this.#isTaken) {
      this.#takeTurn();
      return begin();
    }
    // Otherwise the request would run in the async context of the request that ends the turn.
    this.#waiting.push(callerOf(req), AsyncResource.bind(begin));
  }

  #takeTurn(): void {
    if (!isChangeUnderWay()) return;
    this.#isTaken = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isTaken = false;
    while (this.#waiting.size > 0 && !this.#isTaken) {
      this.#takeTurn();
      this.#waiting.take()!();
    }
  };
}
