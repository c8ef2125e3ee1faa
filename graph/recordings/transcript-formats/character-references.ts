const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi;

const NAMED = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00A0"],
  ["lrm", "\u200E"],
  ["rlm", "\u200F"],
]);

const decodeCodePoint = (code: number): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
    ? "\uFFFD"
    : String.fromCodePoint(code);

/** Decodes WebVTT's character references once: a decoded reference is never decoded again. */
export const decodeReferences = (text: string): string =>
  text.replaceAll(REFERENCE, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? reference;
    return decodeCodePoint(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
  });

const encodeCharacter = (character: string): string => `&#${character.codePointAt(0)};`;

/** Encodes a text so that it contains no tags or line ends, and trimming changes nothing. */
export const encodeReferences = (text: string): string => {
  const inner = text.trim();
  const start = text.indexOf(inner);
  const encodeAll = (blank: string): string => Array.from(blank, encodeCharacter).join("");
  const encoded = inner
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/[\n\r]/g, encodeCharacter);
  return inner === ""
    ? encodeAll(text)
    : encodeAll(text.slice(0, start)) + encoded + encodeAll(text.slice(start + inner.length));
};
