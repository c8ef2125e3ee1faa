import type { Route } from "./route.js";

export const transcriptRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/recordings/:id/transcript",
    summary: "Read a recording's transcript",
    description: "Empty until the recording is processed.",
    operation: `query getTranscript($id: ID!) {
      body: recording(id: $id) {
        recordingId: id
        transcript { speaker text start end }
      }
    }`,
    notFoundMessage: "Recording not found",
  },
];
