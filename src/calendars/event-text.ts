import { createHash } from "node:crypto";
import { type Component, findProperty, listProperties, unescapeText } from "./content-lines.js";
import type { EventNotices } from "./event-notices.js";

const MAX_TEXT_CHARACTERS = 1000;
/** An event id has the UID, and at most 1,024 characters. */
const MAX_UID_CHARACTERS = 900;

/** Returns a text without spaces around it, shortened to what an appointment may have; null for an empty one. */
export const shortenText = (text: string): string | null => {
  const trimmed = text.trim().toWellFormed();
  return trimmed === "" ? null : Array.from(trimmed).slice(0, MAX_TEXT_CHARACTERS).join("");
};

export const parseTitle = (event: Component): string | null => {
  const summary = findProperty(event, "SUMMARY");
  return summary ? shortenText(unescapeText(summary.value)) : null;
};

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);

/** Returns the UID, else an id from the start and the title, so that the event has the same id at the next poll. */
export const parseUid = (event: Component, notices: EventNotices): string => {
  const uid =
    listProperties(event, "UID")
      .map(({ value }) => value.trim())
      .find((value) => value !== "") ?? "";
  if (uid === "") {
    notices.add("repaired", "no UID: the id is made from the start and the title");
    const start = findProperty(event, "DTSTART");
    return `none-${digest(JSON.stringify([start?.parameters["TZID"], start?.value.trim(), parseTitle(event)]))}`;
  }
  if (uid.length <= MAX_UID_CHARACTERS && uid.isWellFormed()) return uid;
  notices.add("repaired", "the UID is too long or invalid: the id is made from its digest");
  return `long-${digest(uid)}`;
};

const isTrue = (text: string): boolean => /^\s*(TRUE|1|YES)\s*$/i.test(text);

/** Outlook and Funambol mark whole days that have a time. */
export const isMarkedAllDay = (event: Component): boolean =>
  event.properties.some(
    ({ name, value }) =>
      /^X-(MICROSOFT-(CDO|MSNCALENDAR)-ALLDAYEVENT|FUNAMBOL-ALLDAY)$/.test(name) && isTrue(value),
  );

/** Returns whether an event is cancelled by its status, by a private flag, or by its calendar's method. */
export const isMarkedCancelled = (event: Component): boolean =>
  event.properties.some(
    ({ name, value }) =>
      (name === "STATUS" && /^\s*CANCELL?ED\b/i.test(value)) ||
      (name === "METHOD" && /^\s*CANCEL\s*$/i.test(value)) ||
      (/^X-(.*-)?(IS-?)?CANCELL?ED$/.test(name) && isTrue(value)),
  );

/** Returns whether the event leaves its time free. */
export const isTransparent = (event: Component): boolean => {
  const transparency = findProperty(event, "TRANSP")?.value.trim() ?? "";
  if (transparency !== "") return /^TRANSPARENT/i.test(transparency);
  return /^\s*FREE\s*$/i.test(findProperty(event, "X-MICROSOFT-CDO-BUSYSTATUS")?.value ?? "");
};
