import { connect, type Socket } from "node:net";
import { type ParsedResponse, parseResponse } from "./parse-response.js";

const CONTINUE_RESPONSE = Buffer.from("HTTP/1.1 100 Continue\r\n\r\n");

/** A TCP connection to the server. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #wake = (): void => {};
  /** Whether the server has closed it, or the connection failed. */
  ended = false;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (part: Buffer) => {
      this.#received = this.#received.length > 0 ? Buffer.concat([this.#received, part]) : part;
      this.#wake();
    });
    // A server that refuses a request early resets the connection; only the responses matter.
    this.#socket.on("error", () => {});
    this.#socket.on("close", () => {
      this.ended = true;
      this.#wake();
    });
  }

  write(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Bytes that aren't part of a response. 100 Continue alone is fine if the sender stopped. */
  get unreadBytes(): Buffer {
    const isAll = this.ended && this.#received.equals(CONTINUE_RESPONSE);
    return isAll ? Buffer.alloc(0) : this.#received;
  }

  /**
   * Reads `wanted` responses; fewer if the connection closes or stays silent for `quietMs`.
   * `isHead`: the first response has no body. @throws at an invalid response
   */
  async readResponses(count: number, quietMs: number, isHead: boolean): Promise<ParsedResponse[]> {
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
      if (answers.length >= count || (!read && this.ended)) return answers;
      if (!read && !(await this.#waitForData(quietMs))) return answers;
    }
  }

  /** Waits for data or the close. Resolves with false after `quietMs`. */
  async #waitForData(quietMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), quietMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Sends no more; the server may still respond. */
  finish(): void {
    this.#socket.end();
  }

  /** Resets the connection, since thousands in TIME_WAIT would use up all ports. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}
