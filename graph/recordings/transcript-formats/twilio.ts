import type { JsonFormat } from "./json-format.js";
import {
  createChannelSpeakers,
  readSegments,
  readSentences,
  SECOND,
  UNNAMED,
} from "./json-utterances.js";
import { toParsedUtterances } from "./repair-times.js";

/** The JSON of Twilio: the sentences of an Intelligence transcript, or a transcription of a recording. */
export const twilio: JsonFormat = {
  matches: (transcript) => {
    const sentences = transcript.field("sentences");
    return (
      transcript.field("transcription_text").isPresent ||
      (sentences.isList &&
        (!sentences.hasItems ||
          sentences.items().some((sentence) => sentence.field("transcript").isPresent)))
    );
  },
  parse: (transcript, notices) => {
    const single = transcript.field("transcription_text");
    if (single.isPresent)
      return toParsedUtterances(
        readSentences(single, UNNAMED, notices),
        notices,
        transcript.field("duration").time(SECOND),
      );
    const sentences = transcript.field("sentences").items();
    const spoken = sentences.map((sentence) => sentence.field("media_channel").channel());
    const speakerOf = createChannelSpeakers({ spoken, first: 1 });
    const read = readSegments(
      sentences,
      (_sentence, index) => speakerOf?.(spoken[index]) ?? UNNAMED,
      { unit: SECOND, text: ["transcript"], start: "start_time", end: "end_time" },
      notices,
    );
    return toParsedUtterances(read, notices);
  },
};
