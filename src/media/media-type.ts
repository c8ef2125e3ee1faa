import { fileTypeFromBuffer } from "file-type";
import { extensions } from "./extensions.js";

/** Types that file-type names unlike the usual MIME type. */
const mimeAliases: Record<string, string> = {
  "audio/x-m4a": "audio/mp4",
  "video/matroska": "video/x-matroska",
  "video/x-m4v": "video/mp4",
};

/** Detects the MIME type by a file's first bytes; undefined for a type that isn't accepted. */
export const detectMediaType = async (head: Uint8Array): Promise<string | undefined> => {
  const detected = await fileTypeFromBuffer(head);
  const type = detected && (mimeAliases[detected.mime] ?? detected.mime);
  return type !== undefined && Object.hasOwn(extensions, type) ? type : undefined;
};
