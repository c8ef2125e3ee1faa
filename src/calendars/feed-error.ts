/**
 * Why a calendar could not be read. It has no cause: errors of requests hold the URL, and with it the secret that lets
 * anyone read the calendar.
 */
export class FeedError extends Error {
  /** Shown to admins: without the URL and text of the feed. */
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}
