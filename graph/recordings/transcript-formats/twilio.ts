import type { JsonFormat } from "./json-format.js";
import { readTimes, SECOND, speakerOfChannel, toSingleUtterance } from "./json-utterances.js";

/** The JSON of Twilio: the sentences of an Intelligence transcript, or a transcription of a recording. */
export const twilio: JsonFormat = {
  matches: (transcript) => {
    const sentences = transcript.field("sentences");
    return (
      transcript.field("transcription_text").isPresent ||
      (sentences.isList &&
        sentences.items().every((sentence) => sentence.field("transcript").value !== undefined))
    );
  },
  parse: (transcript) => {
    const single = transcript.field("transcription_text");
    if (single.isPresent)
      return toSingleUtterance(single.text(), transcript.field("duration").time(SECOND));
    const sentences = transcript.field("sentences").items();
    const channelNumbers = sentences.map((sentence) => sentence.field("media_channel").channel());
    const channels = [...new Set(channelNumbers)];
    return sentences.map((sentence, index) => ({
      ...speakerOfChannel(channelNumbers[index]!, channels),
      text: sentence.field("transcript").text(),
      ...readTimes(sentence, SECOND, ["start_time", "end_time"]),
    }));
  },
};
