import { rawFormats } from "../speech/raw-formats.js";

/** The audio and video types that a file's content shows, and their file name extensions. */
const shownExtensions: Readonly<Record<string, string>> = {
  "audio/aac": "aac",
  "audio/aiff": "aiff",
  "audio/amr": "amr",
  "audio/flac": "flac",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "audio/ogg; codecs=opus": "opus",
  "audio/wav": "wav",
  "audio/x-caf": "caf",
  "audio/x-ms-asf": "wma",
  "video/3gpp": "3gp",
  "video/3gpp2": "3g2",
  "video/mp4": "mp4",
  "video/ogg": "ogv",
  "video/quicktime": "mov",
  "video/webm": "webm",
  "video/x-matroska": "mkv",
};

const rawExtensions = Object.entries(rawFormats).map(
  ([type, { extension }]) => [type, extension] as const,
);

/** The accepted types and their file name extensions. */
export const extensions: Readonly<Record<string, string>> = {
  ...shownExtensions,
  ...Object.fromEntries(rawExtensions),
};

/** The accepted formats in words. */
export const ACCEPTED_FORMATS = `${Object.values(shownExtensions).toSorted().join(", ")}; by name also ${rawExtensions.map(([, extension]) => `.${extension}`).join(", ")}`;
