import type { Route } from "../route.js";
import { NAMED_RECORDING_FRAGMENT } from "./named-objects.js";

export const sentenceRoutes: Route[] = [
  {
    method: "get",
    path: "/v1/sentences",
    summary: "Find sentences by their meaning",
    description:
      "Returns the sentences of processed recordings that are nearest to `meaning`, which is text as a speaker would say it: `we have another quote`. In English. An admin turns search by meaning on; `searchedFrom` is null if all prepared calls were searched.",
    operation: `query findSentences(
      $meaning: String!, $fromDate: DateFrom, $toDate: DateTo, $userEmail: String, $clientId: ID,
      $saidBy: SpeakerRole, $limit: Int
    ) {
      body: sentences(meaning: $meaning, first: $limit, filter: {
        from: $fromDate, to: $toDate, userEmail: $userEmail, clientId: $clientId, saidBy: $saidBy
      }) {
        sentences {
          quote start end speaker role score url
          recording { ...namedRecording }
        }
        calls
        searchedFrom
      }
    }
    ${NAMED_RECORDING_FRAGMENT}`,
  },
];
