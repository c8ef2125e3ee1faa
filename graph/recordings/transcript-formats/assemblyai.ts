import type { NoticeList } from "../notice-list.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  createChannelSpeakers,
  joinWords,
  MILLISECOND,
  readSegments,
  readSentences,
  readSpeaker,
  SECOND,
  UNNAMED,
} from "./json-utterances.js";
import { type ReadUtterance, toParsedUtterances } from "./repair-times.js";

const isTextList = (list: JsonReader): boolean =>
  list.hasItems && list.items().some((item) => typeof item.field("text").value === "string");

const readItems = (transcript: JsonReader, name: string, notices: NoticeList): ReadUtterance[] => {
  const items = transcript.field(name).items();
  const spoken = items.map((item) => item.field("channel").channel());
  const count = transcript.field("audio_channels").channel();
  const speakerOfChannel = createChannelSpeakers({ spoken, first: 1, count });
  return readSegments(
    items,
    (item, index) => speakerOfChannel?.(spoken[index]) ?? readSpeaker(item.field("speaker")),
    { unit: MILLISECOND },
    notices,
  );
};

/** The JSON of AssemblyAI: a transcript, or the sentences of one. */
export const assemblyAi: JsonFormat = {
  matches: (transcript) =>
    isTextList(transcript.field("utterances")) ||
    isTextList(transcript.field("sentences")) ||
    isTextList(transcript.field("words")) ||
    (transcript.field("audio_url").isPresent && transcript.field("status").isPresent),
  parse: (transcript, notices) => {
    const status = transcript.field("status");
    if (status.isPresent && status.value !== "completed")
      return status.reject('must be "completed"');
    const duration = transcript.field("audio_duration").time(SECOND);
    for (const name of ["utterances", "sentences"]) {
      const read = readItems(transcript, name, notices);
      if (read.length > 0) return toParsedUtterances(read, notices, duration);
    }
    const words = readItems(transcript, "words", notices);
    if (words.length > 0) return joinWords(toParsedUtterances(words, notices, duration));
    const sentences = readSentences(transcript.field("text"), UNNAMED, notices);
    return toParsedUtterances(sentences, notices, duration);
  },
};
