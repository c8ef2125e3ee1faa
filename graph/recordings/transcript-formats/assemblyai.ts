import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  joinWords,
  MILLISECOND,
  readSpeaker,
  readTimes,
  speakerOfChannel,
  toSingleUtterance,
  SECOND,
} from "./json-utterances.js";

const isTextList = (list: JsonReader): boolean =>
  list.hasItems && list.items().every((item) => typeof item.field("text").value === "string");

/** Reads the channels, from 1, that the items name. */
const listChannels = (items: readonly JsonReader[]): number[] => [
  ...new Set(
    items.flatMap((item) => {
      const channel = item.field("channel");
      return channel.isPresent ? [channel.channel()] : [];
    }),
  ),
];

const readItems = (list: JsonReader): ParsedUtterance[] => {
  const items = list.items();
  const channels = listChannels(items);
  return items.map((item) => ({
    ...(channels.length > 1
      ? speakerOfChannel(item.field("channel").channel(), channels)
      : readSpeaker(item.field("speaker"))),
    text: item.field("text").text(),
    ...readTimes(item, MILLISECOND),
  }));
};

/** The JSON of AssemblyAI: a transcript, or the sentences of one. */
export const assemblyAi: JsonFormat = {
  matches: (transcript) =>
    isTextList(transcript.field("utterances")) ||
    isTextList(transcript.field("sentences")) ||
    isTextList(transcript.field("words")) ||
    (transcript.field("audio_url").isPresent && transcript.field("status").isPresent),
  parse: (transcript) => {
    const status = transcript.field("status");
    if (status.isPresent && status.value !== "completed")
      return status.reject('must be "completed"');
    for (const name of ["utterances", "sentences"])
      if (transcript.field(name).hasItems) return readItems(transcript.field(name));
    const words = transcript.field("words");
    if (words.hasItems) return joinWords(readItems(words));
    const text = transcript.field("text");
    const duration = transcript.field("audio_duration");
    return text.isPresent ? toSingleUtterance(text.text(), duration.time(SECOND)) : [];
  },
};
