/** Reads lines one by one: a list of all would be several times larger than a hostile text of empty lines. */
export class LineReader {
  #next = 0;
  // Kept until they are passed: a text without CR would otherwise be searched to its end for each line.
  #nextLf = -1;
  #nextCr = -1;
  /** The number of the current line, from 1. */
  number = 0;

  /** Undefined after the last line. */
  current: string | undefined;

  constructor(private readonly text: string) {
    this.advance();
  }

  #find(character: string, start: number): number {
    const found = this.text.indexOf(character, start);
    return found === -1 ? this.text.length : found;
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
    if (this.#nextLf < start) this.#nextLf = this.#find("\n", start);
    if (this.#nextCr < start) this.#nextCr = this.#find("\r", start);
    const end = Math.min(this.#nextLf, this.#nextCr);
    this.current = text.slice(start, end);
    this.#next = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
}
