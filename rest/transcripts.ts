import type { Route } from "./route.js";

export const transcripts: Route[] = [
  {
    method: "get",
    path: "/v1/recordings/:id/transcript",
    operation: `query ($id: ID!) {
      body: recording(id: $id) {
        recordingId: id
        transcript { speaker text start end }
      }
    }`,
    missing: "Recording not found",
  },
];
