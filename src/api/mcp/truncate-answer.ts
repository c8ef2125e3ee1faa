import { Failure } from "../../../graph/core/errors.js";
import type { CompiledTool, ToolResult } from "./compiled-tool.js";

/** Maximum JSON size of a result: more would fill an assistant's context. */
const MAX_ANSWER_BYTES = 40_000;
// Room for the text around a list.
const RESERVED_BYTES = 1_000;
const TEXT_LIMITS = [8_192, 2_048, 512, 128];

type Values = Record<string, unknown>;

interface Item {
  value: unknown;
  /** The cursor after this item. */
  cursor: string;
}

const measureBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const listItems = ({ isOffsetPaged, list }: CompiledTool, { body, offset }: ToolResult): Item[] => {
  const all = body[list!] as unknown[];
  return isOffsetPaged
    ? all.slice(offset).map((value, index) => ({ value, cursor: String(offset + index + 1) }))
    : (all as { cursor: string; node: unknown }[]).map(({ cursor, node }) => ({
        value: node,
        cursor,
      }));
};

/** Counts the items that fit, at least one. */
const countFitting = (items: readonly Item[], maxBytes: number): number => {
  let size = 0;
  for (const [index, { value }] of items.entries()) {
    size += measureBytes(value) + 1;
    if (size > maxBytes && index > 0) return index;
  }
  return items.length;
};

const truncateList = (tool: CompiledTool, result: ToolResult): Values => {
  const items = listItems(tool, result);
  const otherFields = Object.fromEntries(
    Object.entries(result.body).filter(([name]) => name !== tool.list),
  );
  const count = countFitting(items, MAX_ANSWER_BYTES - RESERVED_BYTES - measureBytes(otherFields));
  const body = { ...otherFields, [tool.list!]: items.slice(0, count).map(({ value }) => value) };
  if (count === items.length)
    return tool.isOffsetPaged ? { ...body, nextCursor: null, hasMore: false } : body;
  return {
    ...body,
    nextCursor: items[count - 1]!.cursor,
    hasMore: true,
    note: `Truncated to ${count} of ${items.length} ${tool.list}. Pass nextCursor as cursor for the rest.`,
  };
};

const truncateTexts = (value: unknown, maxCharacters: number): unknown => {
  if (typeof value === "string")
    return value.length > maxCharacters
      ? `${value.slice(0, maxCharacters).toWellFormed()}… [truncated, ${value.length} characters in all]`
      : value;
  if (Array.isArray(value)) return value.map((item) => truncateTexts(item, maxCharacters));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, truncateTexts(item, maxCharacters)]),
  );
};

/**
 * Truncates a tool's result to MAX_ANSWER_BYTES: first its list, with a cursor for the rest, then long texts. @throws
 * PAYLOAD_TOO_LARGE if that is not enough
 */
export const truncateAnswer = (tool: CompiledTool, result: ToolResult): Values => {
  const body = tool.list === undefined ? result.body : truncateList(tool, result);
  if (measureBytes(body) <= MAX_ANSWER_BYTES) return body;
  for (const maxCharacters of TEXT_LIMITS) {
    const shorter = {
      ...(truncateTexts(body, maxCharacters) as Values),
      note: `Truncated: texts are cut after ${maxCharacters} characters. /v1 has the full texts.${typeof body["note"] === "string" ? ` ${body["note"]}` : ""}`,
    };
    if (measureBytes(shorter) <= MAX_ANSWER_BYTES) return shorter;
  }
  throw new Failure(
    "PAYLOAD_TOO_LARGE",
    `The answer has more than ${MAX_ANSWER_BYTES} bytes: request fewer items or fields, or use /v1`,
  );
};
