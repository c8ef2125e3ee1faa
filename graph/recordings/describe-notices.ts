import type { Notice, NoticePlace } from "../../db/recordings/notices.js";

/** The most places that the text names. */
const MAX_PLACES = 5;

const texts: Record<Notice["kind"], [one: string, many: string]> = {
  audio_damaged: ["1 damaged part of the audio", "damaged parts of the audio"],
  audio_ended_early: ["the end of the audio is missing", "ends of the audio are missing"],
  audio_left_out: [
    "1 further part of the audio file was not read",
    "further parts of the audio file were not read",
  ],
  cue_left_out: [
    "1 part of the transcript could not be read and was left out",
    "parts of the transcript could not be read and were left out",
  ],
  invention_left_out: [
    "1 text that was not said was left out",
    "texts that were not said were left out",
  ],
  other_language: [
    "most of the speech is in another language",
    "parts of the speech are in another language",
  ],
  speech_not_understood: [
    "1 piece of speech was not understood",
    "pieces of speech were not understood",
  ],
  text_joined: [
    "1 text after a blank line was joined to the part before it",
    "texts after a blank line were joined to the part before them",
  ],
  text_repaired: [
    "1 text had invalid characters, which were replaced",
    "texts had invalid characters, which were replaced",
  ],
  time_estimated: ["1 time was estimated", "times were estimated"],
  time_repaired: ["1 time was corrected", "times were corrected"],
};

const describePlace = ({ line, path, start = 0 }: NoticePlace): string => {
  if (line !== undefined) return `line ${line}`;
  if (path !== undefined) return path;
  const seconds = Math.floor(start / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const formatNotice = ({ kind, count, places }: Notice): string => {
  const [one, many] = texts[kind];
  const named = places.slice(0, MAX_PLACES).map(describePlace);
  const more = count > named.length && named.length > 0 ? ", …" : "";
  return (
    (count === 1 ? one : `${count} ${many}`) +
    (named.length > 0 ? ` (${named.join(", ")}${more})` : "")
  );
};

/** Describes a notice in a sentence without a full stop, with minutes and seconds, lines or paths. */
export const describeNotice = (notice: Notice): string => capitalize(formatNotice(notice));

/** Describes notices in one line, such as `2 times were estimated (line 7, line 9)`; null without notices. */
export const describeNotices = (notices: readonly Notice[] | undefined): string | null => {
  if (!notices?.length) return null;
  return capitalize(notices.map(formatNotice).join("; "));
};
