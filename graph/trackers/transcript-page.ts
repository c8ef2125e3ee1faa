import {
  loadTranscriptPage,
  type PageLimits,
  type TranscriptPage,
} from "../../db/trackers/queue.js";
import { Failure } from "../core/errors.js";
import type { LongQuery, LongRead } from "../core/long-reads.js";

interface TranscriptPageQuery extends LongQuery {
  limits: PageLimits;
}

/** Reads a page of old transcripts. They may have to come from a slow disk, which would hold all requests up. */
export const transcriptPageRead: LongRead<TranscriptPageQuery, TranscriptPage> = {
  name: "transcriptPage",
  load: async (db, { organizationId, limits }) => loadTranscriptPage(db, organizationId, limits),
  buildFailure: () => new Failure("UNAVAILABLE", "A page of old calls needs too much work"),
};
