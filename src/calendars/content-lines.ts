/** A property of iCalendar: `NAME;PARAMETER=value:value`. Names are in upper case. */
export interface Property {
  name: string;
  parameters: Record<string, string>;
  value: string;
}

export interface Component {
  name: string;
  properties: Property[];
  components: Component[];
}

/** The text isn't a whole calendar. The message contains no text from the feed. */
export class InvalidFeedError extends Error {}

const MAX_DEPTH = 8;
/** A 5 MB file with 25-byte lines has half as many. */
const MAX_LINES = 400_000;
/** A name, then parameters whose values may be quoted. */
const HEAD = /^[\w-]+(?:;[\w-]+=(?:"[^"]*"|[^":;,])*(?:,(?:"[^"]*"|[^":;,])*)*)*:/;
const PARAMETER = /;([\w-]+)=((?:"[^"]*"|[^":;])*)/g;

/** Parses a line; undefined if it isn't a property. */
const parseLine = (line: string): Property | undefined => {
  const head = HEAD.exec(line)?.[0];
  if (head === undefined) return undefined;
  const parameters: Record<string, string> = {};
  for (const [, name = "", text = ""] of head.matchAll(PARAMETER))
    parameters[name.toUpperCase()] = text.replaceAll('"', "");
  const name = /^[\w-]+/.exec(head)![0].toUpperCase();
  return { name, parameters, value: line.slice(head.length) };
};

/** Parses the components of a calendar. @throws InvalidFeedError unless it is one whole VCALENDAR */
export const parseCalendar = (text: string): Component => {
  const root: Component = { name: "", properties: [], components: [] };
  const open = [root];
  // A line that begins with a space or a tab continues the one before (RFC 5545, 3.1).
  // PostgreSQL stores no NUL.
  const unfolded = text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .replaceAll(/\r?\n[ \t]/g, "");
  const lines = unfolded.split(/\r?\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw new InvalidFeedError("has too many lines");
  for (const line of lines) {
    const property = parseLine(line);
    if (!property) continue;
    const value = property.value.trim().toUpperCase();
    const current = open.at(-1)!;
    if (property.name === "BEGIN") {
      if (open.length > MAX_DEPTH) throw new InvalidFeedError("has too many nested components");
      const component: Component = { name: value, properties: [], components: [] };
      current.components.push(component);
      open.push(component);
    } else if (property.name === "END") {
      if (current.name !== value) throw new InvalidFeedError("has components that don't end");
      open.pop();
    } else current.properties.push(property);
  }
  if (open.length > 1) throw new InvalidFeedError("ends in the middle of a component");
  const calendars = root.components.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) throw new InvalidFeedError("isn't an iCalendar file");
  // A file may hold several calendars (RFC 5545, 3.4).
  return {
    name: "VCALENDAR",
    properties: calendars.flatMap(({ properties }) => properties),
    components: calendars.flatMap(({ components }) => components),
  };
};

export const findProperty = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

export const listProperties = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

/** Unescapes a value of the type TEXT (RFC 5545, 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
