import { link, lstat, mkdir, open, rename, rm, unlink, writeFile } from "node:fs/promises";
import { joinPath, splitPath } from "./folder-files.js";
import { quoteName } from "./quote-name.js";

const MAX_SAME_NAMES = 1_000;
/** The file systems' limit; a longer name can't be created. */
const MAX_NAME_BYTES = 255;
const MAX_EXTENSION_BYTES = 16;

/** Some network file systems have no hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV", "EINVAL"]);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Returns where to cut a name to a number of bytes, never within a UTF-8 character. */
const findCut = (name: Buffer, bytes: number): number => {
  let at = Math.max(1, bytes);
  while (at > 1 && (name[at]! & 0xc0) === 0x80) at -= 1;
  return at;
};

/** Inserts a number before a name's extension, and cuts the part before it to fit the total byte limit. */
const numberName = (name: Buffer, number: number, maxBytes: number): Buffer => {
  const dot = name.lastIndexOf(".");
  const at = dot > 0 && name.length - dot <= MAX_EXTENSION_BYTES ? dot : name.length;
  const end = Buffer.concat([Buffer.from(number === 0 ? "" : ` (${number})`), name.subarray(at)]);
  const cut = at + end.length > maxBytes ? findCut(name, maxBytes - end.length) : at;
  return Buffer.concat([name.subarray(0, cut), end]);
};

/** Creates missing folders below the root. @throws if one is a link or a file */
const makeFolders = async (root: Buffer, relative: Buffer): Promise<Buffer> => {
  let path = root;
  for (const part of relative.toString("latin1").split("/")) {
    path = joinPath(path, Buffer.from(part, "latin1"));
    await mkdir(path).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(path)).isDirectory()) throw new Error(`${quoteName(path)} isn't a folder`);
  }
  return path;
};

const isSameFile = async (one: Buffer, two: Buffer): Promise<boolean> => {
  const [a, b] = await Promise.all([lstat(one), lstat(two)]);
  return a.ino === b.ino && a.dev === b.dev;
};

/** Reserves the name with an empty file, which only this process replaces. */
const takeName = async (to: Buffer): Promise<boolean> => {
  try {
    await (await open(to, "wx")).close();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
};

/** Links a file to a name. Returns false if the name is taken, and undefined if the file system has no links. */
const linkName = async (from: Buffer, to: Buffer): Promise<boolean | undefined> => {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    // A process died between the link and the end of the move.
    if (codeOf(error) === "EEXIST") return isSameFile(from, to);
    if (NO_LINKS.has(codeOf(error) ?? "")) return undefined;
    throw error;
  }
};

/** Follows the name of a file whose reason is in this one. */
export const REASON_SUFFIX = Buffer.from(".reason.txt");

const writeReason = async (to: Buffer, note: string): Promise<void> => {
  const path = Buffer.concat([to, REASON_SUFFIX]);
  // A link with this name may point outside the folder.
  await rm(path, { force: true });
  await writeFile(path, `${note}\n`, { flag: "wx" });
};

/** Moves a file to a name, with a note beside it. Returns false if the name is taken. */
const moveTo = async (from: Buffer, to: Buffer, note: string | undefined): Promise<boolean> => {
  const isLinked = await linkName(from, to);
  if (isLinked === false || (isLinked === undefined && !(await takeName(to)))) return false;
  // Written before the move ends: if the process dies here, the file is moved again.
  if (note !== undefined) await writeReason(to, note);
  await (isLinked ? unlink(from) : rename(from, to));
  return true;
};

/**
 * Moves a file below another folder, to the same relative path, with a number if the path is taken. Writes `note`
 * beside it, and shortens a name that leaves no room for the note's name. Ignores a missing file: another process has
 * moved it.
 */
export const moveFile = async (
  root: Buffer,
  relative: Buffer,
  target: string,
  note?: string,
): Promise<void> => {
  const from = joinPath(root, relative);
  const { folder, name } = splitPath(relative);
  const top = Buffer.from(target);
  const directory = await makeFolders(root, folder.length === 0 ? top : joinPath(top, folder));
  const maxBytes = MAX_NAME_BYTES - (note === undefined ? 0 : REASON_SUFFIX.length);
  for (let number = 0; number < MAX_SAME_NAMES; number += 1)
    try {
      if (await moveTo(from, joinPath(directory, numberName(name, number, maxBytes)), note)) return;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
  throw new Error(`${MAX_SAME_NAMES} files have the name ${quoteName(name)}`);
};
