/** Reads lines one by one: a list of all would be several times larger than a hostile text of empty lines. */
export class LineReader {
  #next = 0;
  /** The number of the current line, from 1. */
  number = 0;
  /** The number of characters that were read. */
  get position(): number {
    return this.#next;
  }

  /** Undefined after the last line. */
  current: string | undefined;

  constructor(private readonly text: string) {
    this.advance();
  }

  /** Moves to the next line. A line ends with LF, CR or CRLF. */
  advance(): void {
    const { text } = this;
    this.number += 1;
    if (this.#next > text.length) {
      this.current = undefined;
      return;
    }
    const start = this.#next;
    let end = start;
    while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
    this.current = text.slice(start, end);
    this.#next = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
}
