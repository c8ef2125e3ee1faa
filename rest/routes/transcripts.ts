import {
  formatSrt,
  formatWebVtt,
} from "../../graph/recordings/transcript-formats/format-transcript.js";
import type { ParsedUtterance } from "../../graph/recordings/transcript-formats/format.js";
import type { Representation, Route } from "../route.js";

const buildRepresentation = (
  mediaType: string,
  format: (utterances: readonly ParsedUtterance[]) => Promise<string>,
): Representation => ({
  mediaType,
  operation: `query getTranscriptText($id: ID!) {
    body: recording(id: $id) { transcript { speaker role text start end } }
  }`,
  format: async ({ transcript }: { transcript: readonly ParsedUtterance[] }) => format(transcript),
});

export const transcriptRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/recordings/:id/transcript",
    summary: "Read a recording's transcript",
    description:
      "Empty until the recording is processed. With `accept: text/vtt` or `accept: application/x-subrip`, the answer is WebVTT or SRT.",
    operation: `query getTranscript($id: ID!) {
      body: recording(id: $id) {
        recordingId: id
        transcript { speaker text start end }
      }
    }`,
    representations: [
      buildRepresentation("text/vtt", formatWebVtt),
      buildRepresentation("application/x-subrip", formatSrt),
    ],
    notFoundMessage: "Recording not found",
  },
];
