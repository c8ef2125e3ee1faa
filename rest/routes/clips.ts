import type { Route } from "../route.js";
import { NAMED_RECORDING_FRAGMENT, NAMED_USER_FRAGMENT } from "./named-objects.js";

export const CLIP_FRAGMENT = `fragment clipDetails on Clip {
  id title start end isWhole createdAt state audioUrl
  author { ...namedUser }
  rep { ...namedUser }
  recording { ...namedRecording }
}
${NAMED_USER_FRAGMENT}
${NAMED_RECORDING_FRAGMENT}`;

export const clipRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/clips",
    summary: "List clips",
    description:
      "Lists the clips of recordings that the key sees, and those shared with the person to whom it belongs, newest first. `userEmail` is the call's rep, `authorEmail` who made the clip.",
    operation: `query listClips(
      $userEmail: String, $authorEmail: String, $shared: Boolean, $limit: Int, $startAfter: String
    ) {
      body: clips(first: $limit, after: $startAfter, filter: {
        userEmail: $userEmail, authorEmail: $authorEmail, shared: $shared
      }) {
        clips: nodes { ...clipDetails }
        nextCursor
        hasMore
      }
    } ${CLIP_FRAGMENT}`,
  },
];
