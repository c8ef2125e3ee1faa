const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How many attempts a time window allows. */
export interface AttemptLimit {
  max: number;
  windowMs: number;
}

/** The limits of signing in. SECURITY.md shows them: run `npm run docs` after a change. */
export const SIGN_IN_LIMITS = {
  failures: {
    device: { max: 10, windowMs: 15 * MINUTE_MS },
    /** At one account from one address. */
    accountAddress: { max: 10, windowMs: 15 * MINUTE_MS },
    address: { max: 50, windowMs: 15 * MINUTE_MS },
    /** From an address that may be a proxy. */
    sharedAddress: { max: 500, windowMs: 15 * MINUTE_MS },
    /** At one account from all addresses: higher than what one address can use up in that time. */
    account: { max: 100, windowMs: HOUR_MS },
  },
  /** Requests for a new password. */
  resets: {
    address: { max: 20, windowMs: HOUR_MS },
    /** From an address that may be a proxy. */
    sharedAddress: { max: 200, windowMs: HOUR_MS },
  },
  /** Failed sign-ins with OpenID Connect. */
  openid: {
    address: { max: 50, windowMs: 15 * MINUTE_MS },
    /** From an address that may be a proxy. */
    sharedAddress: { max: 500, windowMs: 15 * MINUTE_MS },
  },
  sessionMs: 30 * DAY_MS,
  idleSessionMs: 12 * HOUR_MS,
  setupLinkMs: 30 * MINUTE_MS,
  /** A requested link waits in a mailbox; an admin hands over the other links. */
  linkMs: { invitation: 7 * DAY_MS, reset: DAY_MS, requested_reset: HOUR_MS },
} as const;
