import type { CalendarRow } from "../../db/calendars/calendar.js";
import { parseFeedAddress } from "../../graph/calendars/feed-address.js";
import {
  type CalendarClaim,
  claimCalendar,
  endCalendarPoll,
} from "../../graph/calendars/poll-claims.js";
import { CalendarLostError, syncCalendar } from "../../graph/calendars/sync-calendar.js";
import { type Context, createContext, type Services } from "../../graph/context/context.js";
import { RedactionBudgetError, withRedactionSignal } from "../../graph/core/redaction-port.js";
import type { Log } from "../base/log/log.js";
import type { Destinations } from "../base/net/destinations.js";
import { readCalendarInChild } from "./calendar-child.js";
import { downloadFeed } from "./download-feed.js";
import { FeedError } from "./feed-error.js";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS_BACK = 7;
const DAYS_AHEAD = 60;
const POLL_EVERY_MS = 15 * MINUTE_MS;
export const MAX_POLL_WAIT_MS = DAY_MS;
/** The window moves even if the calendar hasn't changed. */
const READ_EVERY_MS = DAY_MS;
/** A download, parsing and 2,000 appointments take less. */
const LEASE_MS = 5 * MINUTE_MS;

export interface PollOptions {
  services: Services;
  destinations: Destinations;
  log: Log;
  leaseMs?: number;
}

/** Returns the wait for the next poll: 15 minutes, doubled by each failure up to a day, each 10 % more or less. */
const computePollWait = (failures: number, random: number): number =>
  Math.min(POLL_EVERY_MS * 2 ** Math.min(failures, 10), MAX_POLL_WAIT_MS) * (0.9 + random * 0.2);

const readAndSync = async (
  { destinations }: PollOptions,
  context: Context,
  claim: CalendarClaim,
  signal: AbortSignal,
): Promise<Partial<CalendarRow>> => {
  const { attemptedAt: now } = claim;
  const address = parseFeedAddress(context.vault.open(claim.url));
  if (!address) throw new FeedError("its address isn't valid");
  const isFresh =
    claim.readAt !== null && now - claim.readAt < READ_EVERY_MS && now >= claim.readAt;
  const { etag, lastModified } = isFresh ? claim : { etag: null, lastModified: null };
  const range = { from: now - DAYS_BACK * DAY_MS, to: now + DAYS_AHEAD * DAY_MS };
  const feed = await downloadFeed({ destinations, address, etag, lastModified, range, signal });
  if (!feed) {
    if (etag === null && lastModified === null)
      throw new FeedError("its server returned 304 to a request for the whole calendar");
    // A poll with a problem stores no validators, so any remaining problem is an earlier failure.
    return { polledAt: now, problem: null };
  }
  const request = {
    text: feed.bytes,
    contentType: feed.contentType,
    options: { ...range, includesAllDay: claim.includesAllDay === 1, timeZone: claim.timeZone },
  };
  const reading = await readCalendarInChild(request, undefined, signal);
  const result = await syncCalendar(context, claim, reading, range, signal);
  // Without validators, each poll checks a problem again.
  const isSettled = result.problem === null;
  return {
    etag: isSettled ? feed.etag : null,
    lastModified: isSettled ? feed.lastModified : null,
    polledAt: now,
    readAt: now,
    ...(result.changed > 0 && { changedAt: now }),
    problem: result.problem,
    halvedSince: result.isHalved ? (claim.halvedSince ?? now) : null,
    acceptsRemovals: 0,
    occurrences: result.occurrences,
    leftOut: result.leftOut,
    notices: JSON.stringify(result.notices),
  };
};

const describeProblem = (error: unknown): string => {
  if (error instanceof FeedError) return error.reason;
  return error instanceof RedactionBudgetError
    ? "its texts take too long to redact; use simpler patterns"
    : "debrief failed to read it; its log has the reason";
};

/**
 * Polls a calendar unless another poll is running, and records the result. If the process ends, another poll follows
 * after the lease.
 */
export const pollCalendar = async (
  options: PollOptions,
  { organizationId, id }: { organizationId: string; id: string },
  signal: AbortSignal,
): Promise<void> => {
  const { services, log, leaseMs = LEASE_MS } = options;
  const credential = { role: "internal", organizationId } as const;
  const context = createContext(withRedactionSignal(services, signal), credential, "calendars");
  const claim = await claimCalendar(context, id, { holder: services.newId(), leaseMs });
  if (!claim) return;
  const end = async (failures: number, changes: Partial<CalendarRow>): Promise<void> => {
    const random = services.randomBytes(1).readUInt8() / 255;
    const nextPollAt = Math.round(services.now() + computePollWait(failures, random));
    await endCalendarPoll(context, claim, { failures, nextPollAt, ...changes });
  };
  try {
    await end(0, await readAndSync(options, context, claim, signal));
  } catch (error) {
    if (error instanceof CalendarLostError) return;
    if (signal.aborted) return end(claim.failures, { nextPollAt: services.now() });
    const isExpected = error instanceof FeedError || error instanceof RedactionBudgetError;
    const problem = describeProblem(error);
    const fields = { organization: organizationId, calendar: id };
    if (isExpected) log.warn({ ...fields, reason: problem }, "a calendar could not be polled");
    else log.error({ ...fields, err: error }, "a calendar could not be polled");
    await end(claim.failures + 1, { problem });
  }
};
