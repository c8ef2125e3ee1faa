/**
 * Why a calendar could not be read. It has no cause: request errors contain the URL, whose secret lets anyone read the
 * calendar.
 */
export class FeedError extends Error {
  /** Shown to admins, so it contains neither the URL nor text from the feed. */
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
