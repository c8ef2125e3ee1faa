import type { Context } from "koa";
import { yieldToEventLoop } from "../graph/turns/yield-to-event-loop.js";
import { HttpCaller } from "./http-caller.js";
import type { RequestState } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";

/** A body above this size is large: parsing and checking it takes milliseconds. */
export const LARGE_BODY_BYTES = 256 * 1024;

/** Returns whether a request has a large body, or one of unknown size. */
export const hasLargeBody = (headers: { get: (name: string) => string | undefined }): boolean =>
  !!headers.get("transfer-encoding") ||
  Number(headers.get("content-length") ?? 0) > LARGE_BODY_BYTES;

/**
 * Runs the work of an authenticated request. With a large body, waits for a slot in the organization's share before
 * reading any of the body, so that waiting bodies need no memory. @throws ShareExceededError; the signal's reason if
 * the caller disconnects first
 */
export const runWithinBodyShare = async (
  { largeBodies }: Pick<RestServices, "largeBodies">,
  ctx: Context,
  work: () => Promise<void>,
): Promise<void> => {
  if (!largeBodies || !hasLargeBody(ctx)) return work();
  const state = ctx.state as RequestState;
  const { organizationId } = state.credential;
  const { signal } = new HttpCaller(ctx.res);
  const leave = await largeBodies.acquire(organizationId ?? "", signal);
  state.leaveBodyShare = leave;
  try {
    await work();
    // Lets other requests run before the organization's next body.
    await yieldToEventLoop();
  } finally {
    leave();
  }
};
