import { parseLine, type Property } from "./parse-line.js";

export type { Property } from "./parse-line.js";

export interface Component {
  name: string;
  /** The line of its BEGIN. The first line is 1. */
  line: number;
  properties: Property[];
  components: Component[];
  /** What had to be changed to read its lines. */
  repairs: string[];
}

/** The text isn't a whole calendar. The message contains no text from the feed. */
export class InvalidFeedError extends Error {}

const MAX_DEPTH = 8;
/** A 5 MB file with 25-byte lines has half as many. */
const MAX_LINES = 400_000;

const createComponent = (name: string, line: number): Component => ({
  name,
  line,
  properties: [],
  components: [],
  repairs: [],
});

/** A line of the calendar without its folds. */
interface ContentLine {
  text: string;
  line: number;
}

/** Quoted-printable continues a line by "=" at its end (vCalendar 1.0). */
const SOFT_BREAK = /;ENCODING=QUOTED-PRINTABLE.*:.*=$/i;

/** Joins folded lines: a space or a tab continues the line before (RFC 5545, 3.1). */
const listContentLines = (text: string): ContentLine[] => {
  const clean = text.replace(/^\uFEFF/, "").replaceAll("\0", "");
  // Only files without a line feed end lines by a carriage return.
  const physical = clean.split(clean.includes("\n") ? /\r?\n/ : "\r", MAX_LINES + 1);
  if (physical.length > MAX_LINES) throw new InvalidFeedError("has too many lines");
  const lines: { parts: string[]; line: number }[] = [];
  for (const [index, part] of physical.entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(part)) last.parts.push(part.slice(1));
    else if (last?.parts.length === 1 && SOFT_BREAK.test(last.parts[0]!))
      last.parts = [last.parts[0]!.slice(0, -1) + part];
    else lines.push({ parts: [part], line: index + 1 });
  }
  return lines.map(({ parts, line }) => ({
    text: parts.length === 1 ? parts[0]! : parts.join(""),
    line,
  }));
};

/** Components inside of which no event begins: one that does shows that the END before it is missing. */
const isMissingEnd = (open: Component[], name: string): boolean =>
  (name === "VEVENT" || name === "VTIMEZONE") &&
  open.some((one) => one.name === "VEVENT" || one.name === "VTIMEZONE");

class ComponentStack {
  readonly root = createComponent("", 0);
  readonly #open = [this.root];

  get depth(): number {
    return this.#open.length - 1;
  }

  get current(): Component {
    return this.#open.at(-1)!;
  }

  begin(name: string, line: number): void {
    if (isMissingEnd(this.#open, name))
      while (!/^(VCALENDAR)?$/.test(this.current.name)) this.#closeEarly();
    if (this.#open.length > MAX_DEPTH) throw new InvalidFeedError("has too many nested components");
    const component = createComponent(name, line);
    this.current.components.push(component);
    this.#open.push(component);
  }

  end(name: string): void {
    if (this.depth === 0) throw new InvalidFeedError("has components that don't end");
    if (!this.#open.some((one) => one.name === name)) {
      this.current.repairs.push("an END without a BEGIN was ignored");
      return;
    }
    while (this.current.name !== name) this.#closeEarly();
    this.#open.pop();
  }

  #closeEarly(): void {
    const closed = this.#open.pop()!;
    const shown = /^(VEVENT|VTIMEZONE)$/.test(closed.name) ? closed : this.current;
    shown.repairs.push("an END was missing");
  }
}

/** A line of a description that lost its fold may begin with "Begin: ". */
const isComponentName = (value: string): boolean =>
  /^\s*(V[A-Z]+|STANDARD|DAYLIGHT)\s*$/i.test(value) || /^\S+\s*$/.test(value);

/** Parses the components of a calendar. @throws InvalidFeedError unless it is one whole VCALENDAR */
export const parseCalendar = (text: string): Component => {
  const stack = new ComponentStack();
  for (const { text: content, line } of listContentLines(text)) {
    const property = parseLine(content);
    if (property === undefined) {
      if (content.trim() !== "")
        stack.current.repairs.push("a line that isn't a property was ignored");
      continue;
    }
    const value = property.value.trim().toUpperCase();
    if (property.name === "BEGIN" && isComponentName(property.value)) stack.begin(value, line);
    else if (property.name === "END") stack.end(value);
    else stack.current.properties.push(property);
  }
  if (stack.depth > 0) throw new InvalidFeedError("ends in the middle of a component");
  const calendars = stack.root.components.filter(({ name }) => name === "VCALENDAR");
  if (calendars.length === 0) throw new InvalidFeedError("isn't an iCalendar file");
  // A file may hold several calendars (RFC 5545, 3.4).
  return {
    ...createComponent("VCALENDAR", calendars[0]!.line),
    properties: calendars.flatMap(({ properties }) => properties),
    components: calendars.flatMap(inheritMethod),
    repairs: calendars.flatMap(({ repairs }) => repairs),
  };
};

/** METHOD:CANCEL of a calendar applies to all of its events. */
const inheritMethod = ({ properties, components }: Component): Component[] => {
  const method = properties.find(({ name }) => name === "METHOD");
  if (method?.value.trim().toUpperCase() !== "CANCEL") return components;
  return components.map((one) => ({ ...one, properties: [...one.properties, method] }));
};

export const findProperty = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

export const listProperties = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

/** Unescapes a value of the type TEXT (RFC 5545, 3.3.11). */
export const unescapeText = (value: string): string =>
  value.replaceAll(/\\(.)/g, (_, character: string) => (/n/i.test(character) ? "\n" : character));
