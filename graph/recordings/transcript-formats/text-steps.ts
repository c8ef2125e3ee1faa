/** Parsing so much text takes a few milliseconds. */
export const CHARACTERS_PER_STEP = 64 * 1024;

/** Stands for the work that a line or a cue needs besides its text. */
const CHARACTERS_PER_ITEM = 100;

/** Divides the work on a large text into steps, between which other requests run. */
export class TextSteps {
  #characters = 0;

  /** Counts a line or a cue. Returns whether the step is complete before it. */
  isComplete({ length }: string): boolean {
    this.#characters += length + CHARACTERS_PER_ITEM;
    if (this.#characters <= CHARACTERS_PER_STEP) return false;
    this.#characters = 0;
    return true;
  }
}
