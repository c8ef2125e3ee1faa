// Node embeds ICU's data for all languages. The program needs no localized data, so it keeps only English, as Node's
// own build option --with-intl=small-icu does. The format:
// https://unicode-org.github.io/icu/userguide/icu_data/#icu-data-file-formats, ucmndata.h, udata.h.

/** The format's name in the header of a common data file, and its position. */
const FORMAT = "CmnD";
const FORMAT_OFFSET = 12;
const MAGIC = 0x27da;
const ENTRY_BYTES = 8;

/** Folders whose files each belong to one locale. Excludes brkitr (Intl.Segmenter), which stays complete. */
const LOCALE_FOLDERS = new Set(["", "coll", "curr", "lang", "rbnf", "region", "unit", "zone"]);
/**
 * Languages have two or three letters: de.res, zh_Hant_TW.res. Data that belongs to no language has longer names:
 * plurals.res.
 */
const LOCALE_FILE = /^[a-z]{2,3}(_\w+)?\.res$/;
/** Without the list of locales, ICU would not find English either. */
const KEPT_FILE = /^(en(_\w+)?|res_index)\.res$/;

interface IcuItem {
  name: string;
  nameOffset: number;
  dataOffset: number;
}

/** Returns whether the program works without a file of ICU's data, given as `icudt78l/zone/de.res`. */
export const isUnusedIcuFile = (path: string): boolean => {
  const [, ...names] = path.split("/");
  const file = names.pop() ?? "";
  const folder = names.join("/");
  // JavaScript has no API for transliterators.
  if (folder === "translit") return true;
  return LOCALE_FOLDERS.has(folder) && LOCALE_FILE.test(file) && !KEPT_FILE.test(file);
};

const findContents = (binary: Buffer): number => {
  const starts: number[] = [];
  for (let at = binary.indexOf(FORMAT); at >= 0; at = binary.indexOf(FORMAT, at + 1)) {
    const start = at - FORMAT_OFFSET;
    if (start >= 0 && binary.readUInt16LE(start + 2) === MAGIC) starts.push(start);
  }
  const [start] = starts;
  if (start === undefined || starts.length > 1)
    throw new Error(`Node has ${starts.length} ICU data files instead of one`);
  return start + binary.readUInt16LE(start);
};

const readItems = (binary: Buffer, contents: number): IcuItem[] =>
  Array.from({ length: binary.readUInt32LE(contents) }, (_, index) => {
    const entry = contents + 4 + index * ENTRY_BYTES;
    const nameOffset = binary.readUInt32LE(entry);
    const start = contents + nameOffset;
    const name = binary.toString("latin1", start, binary.indexOf(0, start));
    return { name, nameOffset, dataOffset: binary.readUInt32LE(entry + 4) };
  });

/** V8 reads Temporal's zones itself, and finds this file's end from the next entry. */
const ZONES_FILE = "/zoneinfo64.res";

const isKept = ({ name }: IcuItem, index: number, items: readonly IcuItem[]): boolean =>
  !isUnusedIcuFile(name) || items[index - 1]?.name.endsWith(ZONES_FILE) === true;

/**
 * Removes unused files from the ICU data in a copy of Node: their entries, and zeros for their bytes. Everything
 * else stays where it is, so the size is the same, but zeros take no space in an archive. Returns the bytes set to zero.
 * @throws if the data isn't as expected
 */
export const trimIcu = (binary: Buffer): number => {
  const contents = findContents(binary);
  const items = readItems(binary, contents);
  const kept = items.filter(isKept);
  let cleared = 0;
  for (const [index, item] of items.entries()) {
    const { name, dataOffset } = item;
    // The format doesn't record where the last file ends, so its bytes stay.
    const end = items[index + 1]?.dataOffset ?? dataOffset;
    if (end < dataOffset) throw new Error(`the ICU data isn't in order after ${name}`);
    if (isKept(item, index, items)) continue;
    binary.fill(0, contents + dataOffset, contents + end);
    cleared += end - dataOffset;
  }
  binary.writeUInt32LE(kept.length, contents);
  for (const [index, { nameOffset, dataOffset }] of kept.entries()) {
    const entry = contents + 4 + index * ENTRY_BYTES;
    binary.writeUInt32LE(nameOffset, entry);
    binary.writeUInt32LE(dataOffset, entry + 4);
  }
  return cleared;
};
