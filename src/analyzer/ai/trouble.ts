import { Hopeless } from "../analyzer.js";

/** What a server did wrong, with what people are told of it where it stays so. */
export class Trouble extends Error {
  constructor(
    /** Read by people who may not run debrief: no key, no host, nothing that a server wrote. */
    readonly reason: string,
    /** For the log. */
    message: string,
    readonly more: {
      /** At once: it would answer just so again. */
      final?: boolean;
      /** It has cost something, and is tried again so many times only. */
      most?: number;
      /** It says itself how long to wait, in milliseconds. */
      after?: number | undefined;
      status?: number;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
  }
}

/** Trouble that does not go away. */
export const hopeless = (trouble: Trouble): Hopeless =>
  new Hopeless(trouble.reason, { cause: trouble });

/** A model's answers could not be used, however often it was told why. */
export class BadAnswer extends Hopeless {}
