import { fileTypeFromBuffer } from "file-type";
import { extensions } from "./extensions.js";
import { findAudioType, hasOnlyTags } from "../speech/decoders/find-audio.js";
import { findRawType, rawFormats } from "../speech/raw-formats.js";

/** Types for which file-type uses an unusual MIME type. */
const mimeAliases: Record<string, string> = {
  "audio/x-m4a": "audio/mp4",
  "video/matroska": "video/x-matroska",
  "video/x-m4v": "video/mp4",
};

/** Types identified by two bytes or less, which audio may begin with by chance: µ-law silence looks like MP3. */
const WEAK_TYPES = new Set([
  "application/postscript",
  "application/x-apple-diskimage",
  "application/x-arj",
  "application/x-compress",
  "application/x-cpio",
  "application/x-msdownload",
  "audio/aac",
  "audio/mpeg",
  "audio/vnd.dolby.dd-raw",
  "image/bmp",
  "image/jxl",
]);

/**
 * Detects the MIME type by a file's first bytes; undefined for a type that isn't accepted. `hints`, names and content
 * types of the file, decide only between formats that the content can't identify. `isWhole`: the file has no more.
 */
export const detectMediaType = async (
  head: Uint8Array,
  hints: readonly string[] = [],
  isWhole = false,
): Promise<string | undefined> => {
  if (isWhole && (await hasOnlyTags(head))) return undefined;
  const detected = await fileTypeFromBuffer(head);
  const type = detected && (mimeAliases[detected.mime] ?? detected.mime);
  const raw = findRawType(hints);
  const isShown = type !== undefined && !WEAK_TYPES.has(type);
  if (raw !== undefined && !isShown && rawFormats[raw]!.canBegin(head)) return raw;
  // Junk and cut frames may precede the audio.
  const found = isShown ? undefined : await findAudioType(head);
  if (found) return found.type;
  return type !== undefined && Object.hasOwn(extensions, type) ? type : undefined;
};
