import { decodeName, quoteName } from "./quote-name.js";
import { joinPath, splitPath } from "./folder-files.js";
import type { NameGroups, NamePattern } from "../../base/config/name-patterns.js";
import { SIDECAR_EXTENSIONS } from "./sidecars.js";

/** The files of one call. Paths are relative to the folder. */
export interface CallUnit {
  /** The same for both sides of a call. */
  key: string;
  /** The name without extension and side, for a call without an id. */
  stem: string;
  groups: NameGroups;
  /** One file, or one for each side. */
  audio: { relative: Buffer; side: "r" | "t" | undefined }[];
  sidecar: Buffer | undefined;
}

/** A file that belongs to no call. */
export interface UnreadableFile {
  relative: Buffer;
  reason: string;
}

const NAME_STEP =
  "rename the file, or correct the pattern (DEBRIEF_WATCH, or --pattern of debrief watch) and restart, then move the file back into the folder";

const sides: Readonly<Record<string, "r" | "t">> = {
  r: "r",
  rx: "r",
  in: "r",
  t: "t",
  tx: "t",
  out: "t",
};

const splitExtension = (name: string): { stem: string; extension: string } => {
  const dot = name.lastIndexOf(".");
  return dot <= 0
    ? { stem: name, extension: "" }
    : { stem: name.slice(0, dot), extension: name.slice(dot + 1).toLowerCase() };
};

const findSidecar = (
  folder: Buffer,
  stems: readonly string[],
  present: ReadonlySet<string>,
): Buffer | undefined =>
  stems
    .flatMap((stem) => SIDECAR_EXTENSIONS.map((extension) => `${stem}.${extension}`))
    .map((name) => joinPath(folder, Buffer.from(name)))
    .find((relative) => present.has(relative.toString("latin1")));

/** Groups the files of a folder into calls. `extensions`: those of audio and video. */
export const groupCalls = (
  files: readonly Buffer[],
  pattern: NamePattern,
  extensions: ReadonlySet<string>,
): { units: CallUnit[]; unreadable: UnreadableFile[] } => {
  const present = new Set(files.map((relative) => relative.toString("latin1")));
  const units = new Map<string, CallUnit>();
  const unreadable: UnreadableFile[] = [];
  for (const relative of files) {
    const { folder, name } = splitPath(relative);
    const text = decodeName(name);
    const { stem, extension } = splitExtension(text ?? name.toString("latin1"));
    if (!extensions.has(extension)) continue;
    const groups = text === undefined ? undefined : pattern(stem);
    if (!groups) {
      const reason = `the name ${quoteName(name)} doesn't match the folder's pattern; ${NAME_STEP}`;
      unreadable.push({ relative, reason });
      continue;
    }
    const { side: sideText, ...rest } = groups;
    const side = sideText === undefined ? undefined : sides[sideText.toLowerCase()];
    const base = side === undefined ? stem : stem.slice(0, stem.length - sideText!.length - 1);
    const place = folder.toString("latin1");
    const sharedKey = JSON.stringify([place, base, side !== undefined]);
    // The same call in another format is a separate file.
    const isRepeated = units.get(sharedKey)?.audio.some((one) => one.side === side);
    const key = isRepeated ? JSON.stringify([place, text]) : sharedKey;
    const unit: CallUnit = units.get(key) ?? {
      key,
      stem: base,
      groups: rest,
      audio: [],
      sidecar: findSidecar(folder, [base, stem, text!], present),
    };
    unit.audio.push({ relative, side });
    units.set(key, unit);
  }
  return { units: [...units.values()], unreadable };
};
