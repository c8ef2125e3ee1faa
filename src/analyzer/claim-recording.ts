import { updateAnalysisClaim } from "../../db/analysis/claims.js";
import { findMedia } from "../../db/recordings/media.js";
import { findMediaFetch } from "../../db/recordings/media-fetches.js";
import type { RecordingRow, RecordingSource } from "../../db/recordings/fields.js";
import { findRecordingById } from "../../db/recordings/recording.js";
import { loadTranscript } from "../../db/recordings/transcript.js";
import {
  listTemplates,
  loadQuestions,
  parseTeamIds,
  type TemplateRow,
} from "../../db/analysis/templates.js";
import { loadRecordingPeople } from "../../db/analysis/unanalyzed.js";
import { listTeamsWithMember } from "../../db/people/teams.js";
import { listVocabulary } from "../../db/vocabulary/vocabulary.js";
import { findOrganizationById } from "../../db/organizations/organization.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { write } from "../../db/engine/write.js";
import type { Context } from "../../graph/context/context.js";
import { Failure } from "../../graph/core/errors.js";
import { loadRepChannel } from "../../graph/dialers/rep-channels.js";
import { type AnalysisClaimant, claimAnalysis } from "../../graph/analysis/reanalysis.js";
import { parseSources } from "../../graph/analysis/templates.js";
import { loadRules } from "../../graph/trackers/rule.js";
import type { Audio, Call } from "./analyzer.js";
import { type KnownTerm, listKnownTerms } from "./vocabulary/known-terms.js";

/** A claimed recording, as read after the claim. */
export interface ClaimedRecording {
  recording: RecordingRow;
  call: Call;
  /** Undefined without audio. */
  audio: Audio | undefined;
  /** Why the audio could not be fetched; null unless the fetch was abandoned. */
  audioFailure: string | null;
  /** The names and terms that a transcription of the audio may mishear; none for a call with a transcript. */
  knownTerms: readonly KnownTerm[];
}

/** Returns whether the recording has been changed or deleted since it was read. */
export const isStaleRead = (error: unknown): boolean =>
  error instanceof Failure && (error.code === "CONFLICT" || error.code === "NOT_FOUND");

/** Finds the audio; none while it is being fetched. If a recording has no file, its fetch may have been abandoned. */
const findAudioSource = async (
  { db, organizationId, fetchesMedia }: Context,
  { id, mediaUrl }: RecordingRow,
): Promise<{ storedFile: Audio["storedFile"]; fetchFailure: string | null } | undefined> => {
  const media = await findMedia(db, organizationId, id);
  if (media) return { storedFile: { file: media.file, type: media.type }, fetchFailure: null };
  const fetch = fetchesMedia ? await findMediaFetch(db, organizationId, id) : undefined;
  return mediaUrl === null || fetch?.isGivenUp === 0
    ? undefined
    : { storedFile: null, fetchFailure: fetch?.failure ?? null };
};

const loadAudio = async (
  context: Context,
  recording: RecordingRow,
): Promise<Pick<ClaimedRecording, "audio" | "audioFailure">> => {
  const source = await findAudioSource(context, recording);
  if (!source) return { audio: undefined, audioFailure: null };
  const { organizationId } = context;
  const { mediaUrl, duration } = recording;
  const { storedFile, fetchFailure } = source;
  const repChannel = await loadRepChannel(context, recording);
  return {
    audio: { organizationId, storedFile, mediaUrl, duration, repChannel },
    audioFailure: fetchFailure,
  };
};

const isForSource = (template: TemplateRow, source: RecordingSource): boolean => {
  const sources = parseSources(template);
  return sources.length === 0 || sources.includes(source);
};

/** Loads the templates for calls of this source and user: those of the user's teams, without any those for all teams. */
const loadTemplatesFor = async (
  { db, organizationId }: Context,
  { userId, source }: Pick<RecordingRow, "userId" | "source">,
): Promise<TemplateRow[]> => {
  const forSource = (await listTemplates(db, organizationId)).filter(
    (template) => template.isRetired === 0 && isForSource(template, source),
  );
  const forAll = forSource.filter((one) => parseTeamIds(one).length === 0);
  const forTeams = forSource.filter((one) => !forAll.includes(one));
  const named = [...new Set(forTeams.flatMap(parseTeamIds))];
  if (named.length === 0) return forAll;
  const own = new Set(await listTeamsWithMember(db, organizationId, userId, named));
  const ofOwnTeams = forTeams.filter((one) => parseTeamIds(one).some((id) => own.has(id)));
  return ofOwnTeams.length > 0 ? ofOwnTeams : forAll;
};

const loadCall = async (
  context: Context,
  recording: Pick<RecordingRow, "id" | "startedAt" | "source" | "userId">,
): Promise<Call> => {
  const { db, organizationId } = context;
  const { id, startedAt } = recording;
  const templates = await loadTemplatesFor(context, recording);
  const questions = await loadQuestions(
    db,
    organizationId,
    templates.map((template) => template.id),
  );
  const trackerIds = new Set(questions.flatMap(({ trackerId }) => trackerId ?? []));
  const trackers = await loadTrackersByIds(db, organizationId, [...trackerIds]);
  return {
    organizationId,
    startedAt,
    utterances: await loadTranscript(db, organizationId, id),
    ...(await loadRecordingPeople(db, organizationId, id)),
    templates: templates.map((template) => ({
      ...template,
      questions: questions.filter(({ templateId }) => templateId === template.id),
    })),
    trackers: await loadRules(db, organizationId, trackers),
  };
};

const loadKnownTerms = async (
  { db, organizationId }: Context,
  { userName, clientName, utterances }: Call,
): Promise<KnownTerm[]> => {
  if (utterances.length > 0) return [];
  const organization = await findOrganizationById(db, organizationId);
  return listKnownTerms(
    [userName, clientName ?? "", organization?.name ?? ""],
    await listVocabulary(db, organizationId),
  );
};

/**
 * Claims the recording and reads it. Returns undefined if another worker holds it, it is done, or it has nothing to
 * analyse. Calls `beginTranscription` for a call without a transcript; it returns whether the audio can be transcribed
 * now.
 */
export const claimRecording = async (
  context: Context,
  id: string,
  claimant: AnalysisClaimant,
  beginTranscription: () => boolean,
): Promise<ClaimedRecording | undefined> => {
  const { db, organizationId } = context;
  const found = await findRecordingById(db, organizationId, id);
  if (!found || found.refusal === "hidden") return undefined;
  const hasTranscript = (await loadTranscript(db, organizationId, id)).length > 0;
  if (!hasTranscript && !((await findAudioSource(context, found)) && beginTranscription()))
    return undefined;
  const recording = await claimAnalysis(context, id, claimant);
  if (!recording) return undefined;
  // Read after the claim: any later change of the recording's own data also changes the recording.
  const call = await loadCall(context, recording);
  const loaded = await loadAudio(context, recording);
  // The call has been sent again with another URL meanwhile and now waits for that audio.
  if (!loaded.audio && call.utterances.length === 0 && recording.mediaUrl !== null) {
    await releaseClaim(context, id, claimant);
    return undefined;
  }
  return { recording, call, ...loaded, knownTerms: await loadKnownTerms(context, call) };
};

/** Renews the claim for another lease, with the progress of a transcription. Returns false if it is lost. */
export const renewClaim = async (
  { db, organizationId, now }: Context,
  id: string,
  { holder, leaseMs }: AnalysisClaimant,
  transcribedPercent: number | null,
): Promise<boolean> =>
  write(db, organizationId, (trx) => {
    const changes = { heldUntil: now() + leaseMs, transcribedPercent };
    return updateAnalysisClaim(trx, organizationId, { id, holder }, changes);
  });

/** Releases the claim, so that another worker may start at once. */
export const releaseClaim = async (
  { db, organizationId }: Context,
  id: string,
  { holder }: AnalysisClaimant,
): Promise<void> => {
  await write(db, organizationId, (trx) =>
    // A release isn't a crash, so the start count is reset to 0.
    updateAnalysisClaim(
      trx,
      organizationId,
      { id, holder },
      { holder: null, heldUntil: 0, attempts: 0, transcribedPercent: null },
    ),
  );
};
