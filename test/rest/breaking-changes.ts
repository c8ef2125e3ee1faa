import {
  type Json,
  toArray,
  pairOperations,
  toRecord,
  OpenapiDocument,
} from "./openapi-document.js";

/** Whether clients write the value or read it. */
type Direction = "written" | "read";

const UPPER_LIMITS = ["maxLength", "maxItems", "maximum", "x-max-bytes"];
const LOWER_LIMITS = ["minLength", "minItems", "minimum"];
const isSameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the types of a schema; undefined if it accepts any. */
const typesOf = ({ type }: Json): unknown[] | undefined =>
  type === undefined ? undefined : [type].flat();

class Comparison {
  readonly breaks: string[] = [];

  constructor(
    readonly last: OpenapiDocument,
    readonly next: OpenapiDocument,
  ) {}

  #limits(where: string, old: Json, now: Json): void {
    for (const name of UPPER_LIMITS)
      if (Number(now[name] ?? Infinity) < Number(old[name] ?? Infinity))
        this.breaks.push(`${where}: ${name} is lower`);
    for (const name of LOWER_LIMITS)
      if (Number(now[name] ?? -Infinity) > Number(old[name] ?? -Infinity))
        this.breaks.push(`${where}: ${name} is higher`);
    for (const name of ["pattern", "default", "const"])
      if (!isSameJson(now[name], old[name]) && (name === "default" ? name in old : name in now))
        this.breaks.push(`${where}: ${name} has changed`);
  }

  #values(where: string, direction: Direction, old: Json, now: Json): void {
    // Written values may only widen, read values only narrow.
    const [narrow, wide] = direction === "written" ? [old, now] : [now, old];
    const wideTypes = typesOf(wide);
    for (const type of wideTypes ? (typesOf(narrow) ?? ["any"]) : [])
      if (!wideTypes!.includes(type) && !(type === "integer" && wideTypes!.includes("number")))
        this.breaks.push(
          `${where}: ${direction === "written" ? "no longer accepts" : "may be"} ${String(type)}`,
        );
    for (const value of now["enum"] ? toArray(old["enum"]) : [])
      if (!toArray(now["enum"]).includes(value))
        this.breaks.push(`${where}: ${String(value)} was removed`);
    if (wide["enum"] && !narrow["enum"] && !isSameJson(narrow["const"], toArray(wide["enum"])[0]))
      this.breaks.push(`${where}: is an enum on one side only`);
    if (direction === "written") this.#limits(where, old, now);
    else if ("const" in old && old["const"] !== now["const"])
      this.breaks.push(`${where}: const has changed`);
  }

  #schemas(where: string, direction: Direction, oldValue: unknown, newValue: unknown): void {
    const [old, now] = [this.last.resolveSchema(oldValue), this.next.resolveSchema(newValue)];
    this.#values(where, direction, old, now);
    const newProperties = toRecord(now["properties"]);
    for (const [name, value] of Object.entries(toRecord(old["properties"])))
      if (Object.hasOwn(newProperties, name))
        this.#schemas(`${where}.${name}`, direction, value, newProperties[name]);
      else this.breaks.push(`${where}.${name} was removed`);
    const [oldRequired, newRequired] = [toArray(old["required"]), toArray(now["required"])];
    const [requiredNames, formerlyRequired] =
      direction === "written" ? [newRequired, oldRequired] : [oldRequired, newRequired];
    for (const name of requiredNames)
      if (!formerlyRequired.includes(name) && Object.hasOwn(newProperties, String(name)))
        this.breaks.push(
          `${where}.${String(name)} ${direction === "written" ? "is required" : "may be absent"}`,
        );
    for (const part of ["items", "additionalProperties"])
      if (typeof old[part] === "object")
        this.#schemas(`${where}[]`, direction, old[part], now[part]);
  }

  #bodies(where: string, direction: Direction, old: Json, now: Json): void {
    const content = toRecord(now["content"]);
    for (const [type, media] of Object.entries(toRecord(old["content"])))
      if (Object.hasOwn(content, type))
        this.#schemas(
          where,
          direction,
          toRecord(media)["schema"],
          toRecord(content[type])["schema"],
        );
      else this.breaks.push(`${where}: ${type} was removed`);
  }

  #parameters(where: string, direction: Direction, old: Json, now: Json): void {
    const [oldParameters, newParameters] = [
      this.last.listParameters(old),
      this.next.listParameters(now),
    ];
    for (const [name, { schema }] of oldParameters)
      if (newParameters.has(name))
        this.#schemas(`${where} ${name}`, direction, schema, newParameters.get(name)!["schema"]);
      else this.breaks.push(`${where}: ${name} was removed`);
    for (const [name, { required }] of direction === "written" ? newParameters : [])
      if (required && !oldParameters.get(name)?.["required"])
        this.breaks.push(`${where}: ${name} is required`);
  }

  compareOperation(where: string, old: Json, now: Json): void {
    for (const name of ["operationId", "security"])
      if (!isSameJson(old[name], now[name])) this.breaks.push(`${where}: ${name} has changed`);
    this.#parameters(where, "written", old, now);
    const [oldBody, newBody] = [
      this.last.resolve(old["requestBody"]),
      this.next.resolve(now["requestBody"]),
    ];
    if (newBody["required"] && !oldBody["required"])
      this.breaks.push(`${where}: a body is required`);
    this.#bodies(`${where} body`, "written", oldBody, newBody);
    const responses = toRecord(now["responses"]);
    for (const [status, answer] of Object.entries(toRecord(old["responses"])))
      if (Object.hasOwn(responses, status))
        this.#response(
          `${where} ${status}`,
          this.last.resolve(answer),
          this.next.resolve(responses[status]),
        );
      else this.breaks.push(`${where}: ${status} was removed`);
  }

  #response(where: string, old: Json, now: Json): void {
    this.#bodies(where, "read", old, now);
    for (const header of Object.keys(toRecord(old["headers"])))
      if (!Object.hasOwn(toRecord(now["headers"]), header))
        this.breaks.push(`${where}: ${header} was removed`);
  }

  compareEvent(name: string, old: Json, now: Json): void {
    this.#parameters(name, "read", old, now);
    this.#bodies(
      name,
      "read",
      this.last.resolve(old["requestBody"]),
      this.next.resolve(now["requestBody"]),
    );
  }
}

/** Returns what `next` breaks for clients of `last`, one sentence each. */
export const findBreakingChanges = (last: Json, next: Json): string[] => {
  const comparison = new Comparison(new OpenapiDocument(last), new OpenapiDocument(next));
  for (const [where, old, now] of pairOperations(last["paths"], next["paths"]))
    if (now) comparison.compareOperation(where, old, now);
    else comparison.breaks.push(`${where} was removed`);
  for (const [where, old, now] of pairOperations(last["webhooks"], next["webhooks"]))
    if (now) comparison.compareEvent(where, old, now);
    else comparison.breaks.push(`${where} was removed`);
  return comparison.breaks;
};
