import { type Json, list, pairs, record, Side } from "./api-side.js";

/** Whether a client writes the value or reads it. */
type Direction = "written" | "read";

const MOST = ["maxLength", "maxItems", "maximum", "x-max-bytes"];
const LEAST = ["minLength", "minItems", "minimum"];
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The types of a schema; undefined where it takes any. */
const typesOf = ({ type }: Json): unknown[] | undefined =>
  type === undefined ? undefined : [type].flat();

class Comparison {
  readonly found: string[] = [];

  constructor(
    readonly last: Side,
    readonly next: Side,
  ) {}

  #limits(where: string, old: Json, now: Json): void {
    for (const name of MOST)
      if (Number(now[name] ?? Infinity) < Number(old[name] ?? Infinity))
        this.found.push(`${where}: ${name} is lower`);
    for (const name of LEAST)
      if (Number(now[name] ?? -Infinity) > Number(old[name] ?? -Infinity))
        this.found.push(`${where}: ${name} is higher`);
    for (const name of ["pattern", "default", "const"])
      if (!isSame(now[name], old[name]) && (name === "default" ? name in old : name in now))
        this.found.push(`${where}: ${name} has changed`);
  }

  #values(where: string, direction: Direction, old: Json, now: Json): void {
    // What is written may only become wider, what is read only narrower.
    const [narrow, wide] = direction === "written" ? [old, now] : [now, old];
    const taken = typesOf(wide);
    for (const type of taken ? (typesOf(narrow) ?? ["any"]) : [])
      if (!taken!.includes(type) && !(type === "integer" && taken!.includes("number")))
        this.found.push(
          `${where}: ${direction === "written" ? "no longer takes" : "may be"} ${String(type)}`,
        );
    for (const value of now["enum"] ? list(old["enum"]) : [])
      if (!list(now["enum"]).includes(value)) this.found.push(`${where}: ${String(value)} is gone`);
    if (wide["enum"] && !narrow["enum"] && !isSame(narrow["const"], list(wide["enum"])[0]))
      this.found.push(`${where}: is an enum on one side only`);
    if (direction === "written") this.#limits(where, old, now);
    else if ("const" in old && old["const"] !== now["const"])
      this.found.push(`${where}: const has changed`);
  }

  #schemas(where: string, direction: Direction, oldValue: unknown, newValue: unknown): void {
    const [old, now] = [this.last.schema(oldValue), this.next.schema(newValue)];
    this.#values(where, direction, old, now);
    const has = record(now["properties"]);
    for (const [name, value] of Object.entries(record(old["properties"])))
      if (Object.hasOwn(has, name)) this.#schemas(`${where}.${name}`, direction, value, has[name]);
      else this.found.push(`${where}.${name} is gone`);
    const [needed, needs] = [list(old["required"]), list(now["required"])];
    const [more, fewer] = direction === "written" ? [needs, needed] : [needed, needs];
    for (const name of more)
      if (!fewer.includes(name) && Object.hasOwn(has, String(name)))
        this.found.push(
          `${where}.${String(name)} ${direction === "written" ? "is required" : "may be absent"}`,
        );
    for (const part of ["items", "additionalProperties"])
      if (typeof old[part] === "object")
        this.#schemas(`${where}[]`, direction, old[part], now[part]);
  }

  #bodies(where: string, direction: Direction, old: Json, now: Json): void {
    const content = record(now["content"]);
    for (const [type, media] of Object.entries(record(old["content"])))
      if (Object.hasOwn(content, type))
        this.#schemas(where, direction, record(media)["schema"], record(content[type])["schema"]);
      else this.found.push(`${where}: no ${type} any more`);
  }

  #parameters(where: string, direction: Direction, old: Json, now: Json): void {
    const [had, has] = [this.last.parameters(old), this.next.parameters(now)];
    for (const [name, { schema }] of had)
      if (has.has(name))
        this.#schemas(`${where} ${name}`, direction, schema, has.get(name)!["schema"]);
      else this.found.push(`${where}: ${name} is gone`);
    for (const [name, { required }] of direction === "written" ? has : [])
      if (required && !had.get(name)?.["required"])
        this.found.push(`${where}: ${name} is required`);
  }

  operation(where: string, old: Json, now: Json): void {
    for (const name of ["operationId", "security"])
      if (!isSame(old[name], now[name])) this.found.push(`${where}: another ${name}`);
    this.#parameters(where, "written", old, now);
    const [oldBody, newBody] = [this.last.of(old["requestBody"]), this.next.of(now["requestBody"])];
    if (newBody["required"] && !oldBody["required"])
      this.found.push(`${where}: a body is required`);
    this.#bodies(`${where} body`, "written", oldBody, newBody);
    const answers = record(now["responses"]);
    for (const [status, answer] of Object.entries(record(old["responses"])))
      if (Object.hasOwn(answers, status))
        this.#answer(`${where} ${status}`, this.last.of(answer), this.next.of(answers[status]));
      else this.found.push(`${where}: no ${status} any more`);
  }

  #answer(where: string, old: Json, now: Json): void {
    this.#bodies(where, "read", old, now);
    for (const header of Object.keys(record(old["headers"])))
      if (!Object.hasOwn(record(now["headers"]), header))
        this.found.push(`${where}: no ${header} any more`);
  }

  event(name: string, old: Json, now: Json): void {
    this.#parameters(name, "read", old, now);
    this.#bodies(name, "read", this.last.of(old["requestBody"]), this.next.of(now["requestBody"]));
  }
}

/** What the document `next` breaks for a client of `last`, one sentence each. */
export const breaks = (last: Json, next: Json): string[] => {
  const comparison = new Comparison(new Side(last), new Side(next));
  for (const [where, old, now] of pairs(last["paths"], next["paths"]))
    if (now) comparison.operation(where, old, now);
    else comparison.found.push(`${where} is gone`);
  for (const [where, old, now] of pairs(last["webhooks"], next["webhooks"]))
    if (now) comparison.event(where, old, now);
    else comparison.found.push(`${where} is gone`);
  return comparison.found;
};
