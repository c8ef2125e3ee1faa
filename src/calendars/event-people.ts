import type { Person } from "../../graph/calendars/occurrence.js";
import { type Component, findProperty, listProperties, type Property } from "./content-lines.js";
import type { EventNotices } from "./event-notices.js";
import { shortenText } from "./event-text.js";

const MAX_ATTENDEES = 200;
const MAX_EMAIL_CHARACTERS = 320;

/** "mailto:kim@x.example", "kim@x.example", "mailto:'kim@x.example'" and "Kim Lee <kim@x.example>". */
const cleanAddress = (text: string): string =>
  (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text)
    .replace(/^\s*(?:mailto:)+\s*/i, "")
    .replaceAll(/^['"<\s]+|['">;,\s]+$/g, "")
    .toLowerCase();

const parsePerson = ({ value, parameters }: Property): Person | undefined => {
  const addresses = [parameters["EMAIL"], value]
    .filter((text) => text !== undefined)
    .map(cleanAddress);
  const email = addresses.find(
    (one) => /^[^\s\p{Cc}@]+@[^\s\p{Cc}@]+$/u.test(one) && one.length <= MAX_EMAIL_CHARACTERS,
  );
  if (email === undefined) return undefined;
  const name = shortenText(
    (parameters["CN"] ?? "").replaceAll("\n", " ").replaceAll(/^'+|'+$/g, ""),
  );
  return { email, name: name?.toLowerCase() === email ? null : name };
};

/** Addresses of Google's calendars and rooms, which aren't people. */
const CALENDAR_ADDRESS = /@(?:[\w-]+\.)*calendar\.google\.com$/;

const isPerson = ({ parameters }: Property): boolean =>
  !/^\s*(ROOM|RESOURCE)\s*$/i.test(parameters["CUTYPE"] ?? "");

const hasDeclined = ({ parameters }: Property): boolean =>
  /^\s*DECLINED\s*$/i.test(parameters["PARTSTAT"] ?? "");

/** The people of an event, without rooms and calendars. */
export interface EventPeople {
  organizer: Person | null;
  /** Without people who declined. */
  attendees: Person[];
  /** The addresses of people who declined. */
  declined: string[];
}

export const parsePeople = (event: Component, notices: EventNotices): EventPeople => {
  const all = listProperties(event, "ATTENDEE");
  if (all.length > MAX_ATTENDEES) notices.add("repaired", "only the first 200 attendees were read");
  const attendees = all
    .slice(0, MAX_ATTENDEES)
    .filter(isPerson)
    .flatMap((property) => {
      const person = parsePerson(property);
      if (!person) notices.add("repaired", "an ATTENDEE without an e-mail address was ignored");
      else if (property.isIrregular)
        notices.add("repaired", "ATTENDEE isn't written as RFC 5545 defines");
      return person && !CALENDAR_ADDRESS.test(person.email)
        ? { person, hasDeclined: hasDeclined(property) }
        : [];
    });
  const organizerProperty = findProperty(event, "ORGANIZER");
  const organizer = organizerProperty && parsePerson(organizerProperty);
  return {
    organizer: organizer && !CALENDAR_ADDRESS.test(organizer.email) ? organizer : null,
    attendees: attendees.filter((one) => !one.hasDeclined).map(({ person }) => person),
    declined: attendees.filter((one) => one.hasDeclined).map(({ person }) => person.email),
  };
};
