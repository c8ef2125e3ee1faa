import { loadActionItems } from "../../db/analysis/action-items.js";
import { loadAnswers, loadTagsByRecordings } from "../../db/analysis/analysis.js";
import { loadHeldAnalysisClaim } from "../../db/analysis/claims.js";
import { loadAnalysisEdits } from "../../db/analysis/edits.js";
import { loadQuestions, loadTemplatesByIds } from "../../db/analysis/templates.js";
import { listAnalysisVersions } from "../../db/analysis/versions.js";
import { loadTranscriptCorrections } from "../../db/recordings/transcript-originals.js";
import { createManyLoader, createOneLoader, createPageLoader } from "../context/loaders.js";

export const actionItemsLoader = createManyLoader(loadActionItems, (row) => row.recordingId);
export const analysisEditsLoader = createOneLoader(loadAnalysisEdits, (row) => row.recordingId);
export const analysisVersionsLoader = createPageLoader(
  (db, organizationId, recordingIds, _limit, after) =>
    listAnalysisVersions(db, organizationId, recordingIds, after?.time),
  (row) => row.recordingId,
);
export const answersLoader = createManyLoader(loadAnswers, (row) => row.recordingId);
/** The key is the time at which a worker must hold a claim. */
export const heldAnalysisClaimLoader = createOneLoader(loadHeldAnalysisClaim, (row) => row.time);
export const questionsLoader = createManyLoader(loadQuestions, (row) => row.templateId);
export const tagsLoader = createManyLoader(loadTagsByRecordings, (row) => row.recordingId);
export const templateLoader = createOneLoader(loadTemplatesByIds, (row) => row.id);
export const transcriptCorrectionLoader = createOneLoader(
  loadTranscriptCorrections,
  (row) => row.recordingId,
);
