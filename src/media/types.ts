import { fileTypeFromBuffer } from "file-type";

/** The containers of audio that are kept, as file-type calls them, and the type that each is shown under. */
const types: Record<string, string> = {
  "audio/aac": "audio/aac",
  "audio/aiff": "audio/aiff",
  "audio/amr": "audio/amr",
  "audio/flac": "audio/flac",
  "audio/mp4": "audio/mp4",
  "audio/mpeg": "audio/mpeg",
  "audio/ogg": "audio/ogg",
  "audio/ogg; codecs=opus": "audio/ogg; codecs=opus",
  "audio/wav": "audio/wav",
  "audio/x-caf": "audio/x-caf",
  "audio/x-m4a": "audio/mp4",
  "audio/x-ms-asf": "audio/x-ms-wma",
  "video/3gpp": "video/3gpp",
  "video/3gpp2": "video/3gpp2",
  "video/matroska": "video/x-matroska",
  "video/mp4": "video/mp4",
  "video/ogg": "video/ogg",
  "video/quicktime": "video/quicktime",
  "video/webm": "video/webm",
  "video/x-m4v": "video/mp4",
};

/** The MIME type of a file that begins so; undefined for what is no audio or video that is kept. */
export const typeOf = async (head: Uint8Array): Promise<string | undefined> => {
  const found = await fileTypeFromBuffer(head);
  return found && types[found.mime];
};
