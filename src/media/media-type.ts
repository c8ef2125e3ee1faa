import { fileTypeFromBuffer } from "file-type";
import { extensions } from "./extensions.js";

/** As file-type calls what others call otherwise. */
const others: Record<string, string> = {
  "audio/x-m4a": "audio/mp4",
  "video/matroska": "video/x-matroska",
  "video/x-m4v": "video/mp4",
};

/** The MIME type of a file that begins so; undefined for what is no audio or video that is kept. */
export const typeOf = async (head: Uint8Array): Promise<string | undefined> => {
  const found = await fileTypeFromBuffer(head);
  const type = found && (others[found.mime] ?? found.mime);
  return type !== undefined && Object.hasOwn(extensions, type) ? type : undefined;
};
