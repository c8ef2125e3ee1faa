import { fileTypeFromBuffer } from "file-type";
import { extensions } from "./extensions.js";
import { findRawType, rawFormats } from "../speech/raw-formats.js";

/** Types that file-type names unlike the usual MIME type. */
const mimeAliases: Record<string, string> = {
  "audio/x-m4a": "audio/mp4",
  "video/matroska": "video/x-matroska",
  "video/x-m4v": "video/mp4",
};

/** Types that a few bits show, which raw audio has by chance: silence in µ-law looks like MP3. */
const WEAK_TYPES = new Set(["audio/aac", "audio/mpeg"]);

/**
 * Detects the MIME type by a file's first bytes; undefined for a type that isn't accepted. `hints`, names and
 * content types of the file, tell only those formats apart that no content shows.
 */
export const detectMediaType = async (
  head: Uint8Array,
  hints: readonly string[] = [],
): Promise<string | undefined> => {
  const detected = await fileTypeFromBuffer(head);
  const type = detected && (mimeAliases[detected.mime] ?? detected.mime);
  const raw = findRawType(hints);
  const isShown = type !== undefined && !WEAK_TYPES.has(type);
  if (raw !== undefined && !isShown && rawFormats[raw]!.canBegin(head)) return raw;
  return type !== undefined && Object.hasOwn(extensions, type) ? type : undefined;
};
