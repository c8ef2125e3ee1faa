import { decodeQuotedPrintable } from "./charsets.js";

/** A property of iCalendar: `NAME;PARAMETER=value:value`. Names are in upper case. */
export interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
  /** RFC 5545 defines another form. */
  isIrregular: boolean;
}

/** A name, then parameters whose values may be quoted. */
const HEAD = /^[\w-]+(?:;[\w-]+=(?:"[^"]*"|[^":;,]*)(?:,(?:"[^"]*"|[^":;,]*))*)*:/;
const PARAMETER = /;\s*([\w-]+)\s*=((?:"[^"]*"|[^":;])*)/g;

const NAME = /^\s*([\w-]+)\s*(?=[;:])/;
const TIME_NAME = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE|DTSTAMP)$/;
const PERSON_NAME = /^(ATTENDEE|ORGANIZER)$/;
/** The value of a time begins with its date. A zone's name before it may contain colons: TZID=GMT+05:30. */
const TIME_HEAD = /^.*?:(?=\s*\d{4}-?\d\d-?\d\d(?:[T\s;,/]|$))/i;
/** Quotes inside of a name end it early. */
const PERSON_HEAD = /^.*:(?=\s*mailto:)/i;

const findIrregularHead = (name: string, line: string): string | undefined => {
  const byKind = TIME_NAME.test(name)
    ? TIME_HEAD.exec(line)
    : PERSON_NAME.test(name)
      ? PERSON_HEAD.exec(line)
      : null;
  // The first colon outside of quotes, else the first one.
  return (byKind ?? /^(?:"[^"]*"|[^":])*:/.exec(line) ?? /^[^:]*:/.exec(line))?.[0];
};

/** Decodes the escapes of a parameter's value (RFC 6868). */
const decodeParameter = (text: string): string =>
  text.replaceAll(/\^(['n^])/g, (_, escaped: string) =>
    escaped === "n" ? "\n" : escaped === "'" ? '"' : "^",
  );

/** Names whose text runs to the next parameter, because it may contain colons and stray quotes. */
const parseLooseParameters = (head: string): Record<string, string> =>
  Object.fromEntries(
    [...head.slice(0, -1).matchAll(/;\s*([\w-]+)\s*=(.*?)(?=;\s*[\w-]+\s*=|$)/g)].map(
      ([, name = "", text = ""]) => [
        name.toUpperCase(),
        decodeParameter(text.replaceAll('"', "").trim()),
      ],
    ),
  );

const parseParameters = (head: string): Record<string, string> => {
  const parameters: Record<string, string> = {};
  for (const [, name = "", text = ""] of head.matchAll(PARAMETER))
    parameters[name.toUpperCase()] = decodeParameter(text.replaceAll('"', ""));
  return parameters;
};

const decodeValue = (property: Property): Property =>
  /^QUOTED-PRINTABLE$/i.test(property.parameters["ENCODING"] ?? "")
    ? {
        ...property,
        value: decodeQuotedPrintable(property.value, property.parameters["CHARSET"]),
      }
    : property;

/** Parses a line; undefined if it isn't a property. */
export const parseLine = (line: string): Property | undefined => {
  const name = NAME.exec(line)?.[1]?.toUpperCase();
  if (name === undefined) return undefined;
  const regular = HEAD.exec(line)?.[0];
  const timeHead = TIME_NAME.test(name) ? TIME_HEAD.exec(line)?.[0] : undefined;
  if (regular !== undefined && (timeHead === undefined || timeHead === regular))
    return decodeValue({
      name,
      parameters: parseParameters(regular),
      value: line.slice(regular.length),
      isIrregular: false,
    });
  const head = findIrregularHead(name, line);
  if (head === undefined) return undefined;
  return decodeValue({
    name,
    parameters: parseLooseParameters(head),
    value: line.slice(head.length),
    isIrregular: true,
  });
};
