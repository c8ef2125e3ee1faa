import type { Services } from "../context/context.js";
import { Failure, invalidField } from "../core/errors.js";

/** A calendar's URL, and the login that it contained. */
export interface FeedAddress {
  /** Without a login. */
  url: string;
  /** The value of an Authorization header; null without a login. */
  authorization: string | null;
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that starts no escape stays a percent sign.
    return part;
  }
};

/**
 * Parses an address as calendars show it: https or webcal, with or without a login. Returns undefined for any other
 * text.
 */
export const parseFeedAddress = (text: string): FeedAddress | undefined => {
  const url = URL.parse(text.trim().replace(/^webcals?:\/\//i, "https://"));
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const hasLogin = url.username !== "" || url.password !== "";
  const login = `${decode(url.username)}:${decode(url.password)}`;
  url.username = "";
  url.password = "";
  url.hash = "";
  return {
    url: url.href,
    authorization: hasLogin ? `Basic ${Buffer.from(login).toString("base64")}` : null,
  };
};

/** Checks an address. @throws INVALID_FIELD, DESTINATION_NOT_ALLOWED */
export const requireFeedAddress = async (
  { notifier }: Services,
  text: string,
): Promise<FeedAddress> => {
  const address = /[\s\p{Cc}]/u.test(text.trim()) ? undefined : parseFeedAddress(text);
  if (!address) throw invalidField("url", "must be the https address of an iCalendar file");
  const refusal = await notifier.findRefusal(address.url);
  if (refusal !== undefined) throw new Failure("DESTINATION_NOT_ALLOWED", refusal, "url");
  return address;
};
