import type { NoticeList } from "../notice-list.js";
import type { ParsedUtterance } from "./format.js";
import type { JsonFormat } from "./json-format.js";
import type { JsonReader } from "./json-reader.js";
import {
  createChannelSpeakers,
  joinWords,
  readSegments,
  readSpeaker,
  SECOND,
  type Speaker,
  toSingleUtterance,
} from "./json-utterances.js";
import { toParsedUtterances } from "./repair-times.js";

const channelsOf = (transcript: JsonReader): JsonReader =>
  transcript.field("results").field("channels");

/** Reads the first alternative of a channel: its paragraphs' sentences, else its words, else its text. */
const readChannel = (
  transcript: JsonReader,
  channel: JsonReader,
  speakerOf: (part: JsonReader) => Speaker,
  notices: NoticeList,
): ParsedUtterance[] => {
  const [alternative] = channel.field("alternatives").items();
  if (!alternative) return [];
  const paragraphs = alternative.field("paragraphs").field("paragraphs").items();
  const sentences = paragraphs.flatMap((paragraph) =>
    readSegments(
      paragraph.field("sentences").items(),
      () => speakerOf(paragraph),
      { unit: SECOND },
      notices,
    ),
  );
  if (sentences.length > 0) return toParsedUtterances(sentences, notices);
  const words = alternative.field("words").items();
  const text = ["punctuated_word", "word"];
  const read = readSegments(words, speakerOf, { unit: SECOND, text }, notices);
  if (read.length > 0) return joinWords(toParsedUtterances(read, notices));
  const duration = transcript.field("metadata").field("duration").time(SECOND);
  return toParsedUtterances(toSingleUtterance(alternative.field("transcript"), duration), notices);
};

/** The JSON of Deepgram's pre-recorded audio. */
export const deepgram: JsonFormat = {
  matches: (transcript) => channelsOf(transcript).isList,
  parse: (transcript, notices) => {
    const parts = channelsOf(transcript).items();
    const speakerOfChannel = createChannelSpeakers({
      spoken: [...parts.keys()],
      first: 0,
      count: parts.length,
    });
    const speakerOf = (part: JsonReader, channel: number | undefined): Speaker =>
      speakerOfChannel?.(channel) ?? readSpeaker(part.field("speaker"));
    const utterances = readSegments(
      transcript.field("results").field("utterances").items(),
      (utterance) => speakerOf(utterance, utterance.field("channel").channel()),
      { unit: SECOND, text: ["transcript"] },
      notices,
    );
    if (utterances.length > 0) return toParsedUtterances(utterances, notices);
    return parts.flatMap((part, channel) =>
      readChannel(transcript, part, (spoken) => speakerOf(spoken, channel), notices),
    );
  },
};
