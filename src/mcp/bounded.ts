import { Failure } from "../../graph/errors.js";
import type { CompiledTool, Found } from "./tool.js";

/** Bytes of JSON that an answer may have: more would fill what an assistant keeps in mind. */
export const MOST_BYTES = 40_000;
// For what stands around a list.
const ROOM = 1_000;
const TEXTS = [8_192, 2_048, 512, 128];

type Values = Record<string, unknown>;

interface Item {
  value: unknown;
  /** Where a list goes on behind this one. */
  cursor: string;
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const itemsOf = ({ isCounted, list }: CompiledTool, { body, start }: Found): Item[] => {
  const all = body[list!] as unknown[];
  return isCounted
    ? all.slice(start).map((value, index) => ({ value, cursor: String(start + index + 1) }))
    : (all as { cursor: string; node: unknown }[]).map(({ cursor, node }) => ({
        value: node,
        cursor,
      }));
};

/** How many of the items there is room for, one at least. */
const fitting = (items: readonly Item[], most: number): number => {
  let size = 0;
  for (const [index, { value }] of items.entries()) {
    size += sizeOf(value) + 1;
    if (size > most && index > 0) return index;
  }
  return items.length;
};

const listed = (tool: CompiledTool, found: Found): Values => {
  const items = itemsOf(tool, found);
  const others = Object.fromEntries(
    Object.entries(found.body).filter(([name]) => name !== tool.list),
  );
  const count = fitting(items, MOST_BYTES - ROOM - sizeOf(others));
  const body = { ...others, [tool.list!]: items.slice(0, count).map(({ value }) => value) };
  if (count === items.length)
    return tool.isCounted ? { ...body, nextCursor: null, hasMore: false } : body;
  return {
    ...body,
    nextCursor: items[count - 1]!.cursor,
    hasMore: true,
    note: `Truncated to ${count} of ${items.length} ${tool.list}: ask for the rest with this nextCursor as cursor, or for less.`,
  };
};

const cut = (value: unknown, most: number): unknown => {
  if (typeof value === "string")
    return value.length > most
      ? `${value.slice(0, most).toWellFormed()}… [truncated, ${value.length} characters in all]`
      : value;
  if (Array.isArray(value)) return value.map((item) => cut(item, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cut(item, most)]));
};

/**
 * What a tool answers, at most MOST_BYTES of it: a list is cut where the rest can be asked for, then long
 * texts are. @throws PAYLOAD_TOO_LARGE where even that is not enough
 */
export const bounded = (tool: CompiledTool, found: Found): Values => {
  const body = tool.list === undefined ? found.body : listed(tool, found);
  if (sizeOf(body) <= MOST_BYTES) return body;
  for (const most of TEXTS) {
    const shorter = {
      ...(cut(body, most) as Values),
      note: `Truncated: texts end after ${most} characters here; /v1 has them whole.${typeof body["note"] === "string" ? ` ${body["note"]}` : ""}`,
    };
    if (sizeOf(shorter) <= MOST_BYTES) return shorter;
  }
  throw new Failure(
    "PAYLOAD_TOO_LARGE",
    `The answer has more than ${MOST_BYTES} bytes: ask for less, or ask /v1`,
  );
};
