import { link, lstat, mkdir, open, realpath, rename, unlink, writeFile } from "node:fs/promises";
import { joinPath, splitPath } from "./folder-files.js";
import { quoteName } from "./quote-name.js";

const MAX_SAME_NAMES = 1_000;

/** Some file systems of other machines have no hard links. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV", "EINVAL"]);

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Puts a number before a name's extension. */
const numberName = (name: Buffer, number: number): Buffer => {
  if (number === 0) return name;
  const dot = name.lastIndexOf(".");
  const at = dot > 0 ? dot : name.length;
  return Buffer.concat([name.subarray(0, at), Buffer.from(` (${number})`), name.subarray(at)]);
};

const isSameFile = async (one: Buffer, two: Buffer): Promise<boolean> => {
  const [a, b] = await Promise.all([lstat(one), lstat(two)]);
  return a.ino === b.ino && a.dev === b.dev;
};

/** Takes the name with an empty file, which only this process then replaces. */
const takeName = async (to: Buffer): Promise<boolean> => {
  try {
    await (await open(to, "wx")).close();
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
};

/** Links a file to a name. Returns false where it is taken, and undefined where the file system has no links. */
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

const REASON_SUFFIX = Buffer.from(".reason.txt");

/** Moves a file to a name, with a note beside it. Returns false where the name is taken. */
const moveTo = async (from: Buffer, to: Buffer, note: string | undefined): Promise<boolean> => {
  const isLinked = await linkName(from, to);
  if (isLinked === false || (isLinked === undefined && !(await takeName(to)))) return false;
  // Before the move ends: a process that dies here moves the file again.
  if (note !== undefined) await writeFile(Buffer.concat([to, REASON_SUFFIX]), `${note}\n`);
  await (isLinked ? unlink(from) : rename(from, to));
  return true;
};

/**
 * Moves a file below another folder, at the same relative path, or at one with a number where that is taken. `note` is
 * written beside it. Ignores a file that is gone: another process has moved it.
 */
export const moveFile = async (
  root: Buffer,
  relative: Buffer,
  target: string,
  note?: string,
): Promise<void> => {
  const from = joinPath(root, relative);
  const { folder, name } = splitPath(relative);
  const top = joinPath(root, Buffer.from(target));
  const directory = folder.length === 0 ? top : joinPath(top, folder);
  await mkdir(directory, { recursive: true });
  if (!(await realpath(directory, "buffer")).equals(directory))
    throw new Error(`${quoteName(directory)} is a symbolic link`);
  for (let number = 0; number < MAX_SAME_NAMES; number += 1)
    try {
      if (await moveTo(from, joinPath(directory, numberName(name, number)), note)) return;
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
  throw new Error(`${MAX_SAME_NAMES} files have the name ${quoteName(name)}`);
};
