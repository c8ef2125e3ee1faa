import { connect, type Socket } from "node:net";
import { type ParsedResponse, parseResponse } from "./parse-response.js";

const CONTINUE_RESPONSE = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");

/** A connection to the server, and what comes over it. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #wake = (): void => {};
  /** Whether the server has ended it, or it could not be had. */
  ended = false;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (part: Buffer) => {
      this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, part]) : part;
      this.#wake();
    });
    // Whoever is refused while it still writes is reset: what it was told counts.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.ended = true;
      this.#wake();
    });
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** What came and was read as no answer. Whoever sends no more may have got no further than 100 Continue. */
  get unreadBytes(): Buffer {
    const isAll = this.ended && this.#received.equals(CONTINUE_RESPONSE);
    return isAll ? Buffer.alloc(0) : this.#received;
  }

  /**
   * As many answers as are wanted; less where it has ended, or nothing has come for so many milliseconds.
   * `heads`: which of them have no body because of what was asked. @throws Error for what is no answer
   */
  async readResponses(wanted: number, quietMs: number, isHead: boolean): Promise<ParsedResponse[]> {
    const answers: ParsedResponse[] = [];
    for (;;) {
      const read: ReturnType<typeof parseResponse> =
        this.#received.length > 0
          ? parseResponse(this.#received, isHead && answers.length === 0)
          : undefined;
      if (read) {
        answers.push(read.answer);
        this.#received = this.#received.subarray(read.end);
      }
      if (answers.length >= wanted || (!read && this.ended)) return answers;
      if (!read && !(await this.#more(quietMs))) return answers;
    }
  }

  /** Resolves when something came, or it ended; with false where neither was so in time. */
  async #more(quietMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), quietMs);
      this.#wake = () => {
        clearTimeout(late);
        resolve(true);
      };
    });
  }

  /** Sends no more; the server may still answer. */
  finish(): void {
    this.#socket.end();
  }

  /** Ends it at once, by a reset: so many that wait for their last packets would take all ports. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}
