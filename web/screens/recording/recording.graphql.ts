// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const RecordingById = "query RecordingById($id:ID!$isAdmin:Boolean!$isManager:Boolean!){recording(id:$id){id name status transcribedPercent transcriptionPlace failureReason canReanalyze@include(if:$isManager)editedFields source startedAt createdAt processedAt updatedAt duration closed summary notes coaching tags customFields mediaUrl mediaPending mediaFailure media{type createdAt unchecked peaks}user{name email active}client{id name email}template{name version}actionItems{id kind text assignee completed completedAt due added owner{name email}completedBy{name}}process{templateVersion summary score followed total answers{questionId question kind weight answer yes rating answered evidence start source foundYes foundRating verdict{yes rating notApplicable by at}}canJudge}trackerHits{tracker{id name}start quote}metrics{talkRatio talkSpeed talkTime conversationSwitches questionsAsked}...RecordingMatch deliveries(first:5)@include(if:$isAdmin){nodes{id event status responseStatus error createdAt url test}hasMore}}}fragment RecordingMatch on Recording{requestedEventId match{method offset}appointment{eventId title startTime}}" as Operation<RecordingByIdQuery, RecordingByIdQueryVariables>;
export const RecordingPeaks = "query RecordingPeaks($id:ID!){recording(id:$id){media{peaks}}}" as Operation<RecordingPeaksQuery, RecordingPeaksQueryVariables>;
export const RecordingTranscript = "query RecordingTranscript($id:ID!){originalTranscript(recordingId:$id){speaker role text}recording(id:$id){transcriptRemovedAt notices{kind description}transcriptCorrectedAt transcriptCorrectedBy transcript{start end speaker role text heard}}}" as Operation<RecordingTranscriptQuery, RecordingTranscriptQueryVariables>;
export const RecordingUnderstood = "query RecordingUnderstood($id:ID!){recording(id:$id){notices{kind description}understood{start end speaker role text heard}}}" as Operation<RecordingUnderstoodQuery, RecordingUnderstoodQueryVariables>;
export const RecordingCandidates = "query RecordingCandidates($id:ID!){recording(id:$id){matchCandidates{eventId title startTime customerName recordingId}}}" as Operation<RecordingCandidatesQuery, RecordingCandidatesQueryVariables>;
export const RequestedAppointment = "query RequestedAppointment($eventId:String!){appointment(eventId:$eventId){recordingId}}" as Operation<RequestedAppointmentQuery, RequestedAppointmentQueryVariables>;
export const LinkAppointment = "mutation LinkAppointment($eventId:String!$recordingId:ID!$keepManual:Boolean){linkAppointment(eventId:$eventId recordingId:$recordingId keepManual:$keepManual){id}}" as Operation<LinkAppointmentMutation, LinkAppointmentMutationVariables>;
export const UnlinkAppointment = "mutation UnlinkAppointment($recordingId:ID!){unlinkAppointment(recordingId:$recordingId){id}}" as Operation<UnlinkAppointmentMutation, UnlinkAppointmentMutationVariables>;
export const Reanalyze = "mutation Reanalyze($recordingId:ID!$replaceEdited:Boolean){reanalyze(recordingId:$recordingId replaceEdited:$replaceEdited){id}}" as Operation<ReanalyzeMutation, ReanalyzeMutationVariables>;
export const AnalysisVersions = "query AnalysisVersions($id:ID!){recording(id:$id){analyses{nodes{version replacedAt}}}}" as Operation<AnalysisVersionsQuery, AnalysisVersionsQueryVariables>;
export const AnalysisContent = "query AnalysisContent($id:ID!$version:Int!){analysisContent(recordingId:$id version:$version){version name summary notes coaching closed tags actionItems{text assignee}process{template summary answers{question kind answer yes rating answered verdict{notApplicable}}}metrics{talkRatio talkSpeed questionsAsked}}}" as Operation<AnalysisContentQuery, AnalysisContentQueryVariables>;
export const RestoreAnalysis = "mutation RestoreAnalysis($recordingId:ID!$version:Int!){restoreAnalysis(recordingId:$recordingId version:$version){id}}" as Operation<RestoreAnalysisMutation, RestoreAnalysisMutationVariables>;
export const RestoreHeardWords = "mutation RestoreHeardWords($recordingId:ID!$lines:[Int!]){restoreHeardWords(recordingId:$recordingId lines:$lines){id}}" as Operation<RestoreHeardWordsMutation, RestoreHeardWordsMutationVariables>;
export const CorrectUtterance = "mutation CorrectUtterance($recordingId:ID!$index:Int!$expectedText:String!$text:String!){correctUtterance(recordingId:$recordingId index:$index expectedText:$expectedText text:$text){id}}" as Operation<CorrectUtteranceMutation, CorrectUtteranceMutationVariables>;
export const AddTag = "mutation AddTag($recordingId:ID!$tag:String!){addTag(recordingId:$recordingId tag:$tag){id}}" as Operation<AddTagMutation, AddTagMutationVariables>;
export const RemoveTag = "mutation RemoveTag($recordingId:ID!$tag:String!){removeTag(recordingId:$recordingId tag:$tag){id}}" as Operation<RemoveTagMutation, RemoveTagMutationVariables>;
export const SetVerdict = "mutation SetVerdict($recordingId:ID!$questionId:ID!$yes:Boolean$rating:Int$notApplicable:Boolean){setVerdict(recordingId:$recordingId questionId:$questionId yes:$yes rating:$rating notApplicable:$notApplicable){id}}" as Operation<SetVerdictMutation, SetVerdictMutationVariables>;
export const AssignSpeaker = "mutation AssignSpeaker($recordingId:ID!$speaker:String!$currentRole:SpeakerRole!$role:SpeakerRole!$name:String$lines:[Int!]){assignSpeaker(recordingId:$recordingId speaker:$speaker currentRole:$currentRole role:$role name:$name lines:$lines){id}}" as Operation<AssignSpeakerMutation, AssignSpeakerMutationVariables>;
export const SwapSides = "mutation SwapSides($recordingId:ID!){swapSides(recordingId:$recordingId){id}}" as Operation<SwapSidesMutation, SwapSidesMutationVariables>;
export const UndoTranscriptCorrections = "mutation UndoTranscriptCorrections($recordingId:ID!){undoTranscriptCorrections(recordingId:$recordingId){id}}" as Operation<UndoTranscriptCorrectionsMutation, UndoTranscriptCorrectionsMutationVariables>;
export const RecordingReviewers = "query RecordingReviewers($id:ID!){recording(id:$id){reviewers{lastAt user{name email}}}}" as Operation<RecordingReviewersQuery, RecordingReviewersQueryVariables>;
export const AddReview = "mutation AddReview($id:ID!$reviewerEmail:String!$durationMs:Int!){addReview(recordingId:$id reviewerEmail:$reviewerEmail durationMs:$durationMs){id}}" as Operation<AddReviewMutation, AddReviewMutationVariables>;
export const DeleteRecording = "mutation DeleteRecording($id:ID!){deleteRecording(id:$id)}" as Operation<DeleteRecordingMutation, DeleteRecordingMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ActionItemKind =
  | 'client'
  | 'explicit';

/** What found an answer. */
export type AnswerSource =
  /** Your chat model. */
  | 'model'
  /** A program that called completeAnalysis. */
  | 'program'
  /** debrief, from the question's wording. */
  | 'rules'
  /** The question's tracker. */
  | 'tracker';

/** The state of a delivery, which is one attempt. */
export type DeliveryStatus =
  /** The receiver answered with a 2xx status. */
  | 'delivered'
  /** The attempt failed, or debrief made none; error has the cause. */
  | 'failed'
  /** The attempt has not ended: it waits (attemptedAt is null), until dueAt if that is set, or is in progress. */
  | 'pending';

export type MatchMethod =
  | 'explicit'
  | 'manual'
  | 'window';

export type NoticeKind =
  /** A part of the audio is damaged and can't be heard. */
  | 'audio_damaged'
  /** The audio file ends before the time that it states. */
  | 'audio_ended_early'
  /** The file has sound that was not read: another audio track, or another file after its end. */
  | 'audio_left_out'
  /** A part of the sent transcript can't be read and was left out. */
  | 'cue_left_out'
  /** The transcription server returned a text that was not said; it was left out. */
  | 'invention_left_out'
  /** Most of the speech is in a language that debrief doesn't understand. `understood` has the rest. */
  | 'other_language'
  /** There is speech that debrief did not understand. */
  | 'speech_not_understood'
  /** A text stood after a blank line, without times of its own, and was joined to the part before it. */
  | 'text_joined'
  /** A text had characters that no text may have; they were replaced. */
  | 'text_repaired'
  /** A text had no time and got that of its neighbours, or a share of the duration if no text had a time. */
  | 'time_estimated'
  /** A time was impossible, such as an end before its start. */
  | 'time_repaired';

/** What answers a question of a template. */
export type QuestionKind =
  /** A number from 1 to 5, from a model, a program or a person. Rules don't rate. */
  | 'rating'
  /** Yes or no. */
  | 'yesNo';

export type RecordingSource =
  | 'dialer'
  | 'meeting'
  | 'mobile'
  | 'upload';

export type RecordingStatus =
  | 'failed'
  | 'processed'
  | 'processing'
  | 'received';

export type SpeakerRole =
  | 'client'
  | 'other'
  | 'rep';

export type RecordingByIdQueryVariables = Exact<{
  id: string | number;
  isAdmin: boolean;
  isManager: boolean;
}>;


export type RecordingByIdQuery = { recording: { id: string, name: string, status: RecordingStatus, transcribedPercent: number | null, transcriptionPlace: number | null, failureReason: string | null, canReanalyze?: boolean, editedFields: Array<string>, source: RecordingSource, startedAt: string, createdAt: string, processedAt: string | null, updatedAt: string, duration: number, closed: boolean, summary: string | null, notes: string | null, coaching: string | null, tags: Array<string>, customFields: unknown, mediaUrl: string | null, mediaPending: boolean, mediaFailure: string | null, requestedEventId: string | null, media: { type: string, createdAt: string, unchecked: boolean, peaks: Array<string> | null } | null, user: { name: string, email: string, active: boolean }, client: { id: string, name: string | null, email: string | null } | null, template: { name: string, version: number } | null, actionItems: Array<{ id: string | null, kind: ActionItemKind, text: string, assignee: string | null, completed: boolean, completedAt: string | null, due: string | null, added: boolean, owner: { name: string, email: string } | null, completedBy: { name: string } | null }> | null, process: { templateVersion: number | null, summary: string | null, score: number, followed: number, total: number, canJudge: boolean, answers: Array<{ questionId: string, question: string, kind: QuestionKind, weight: number, answer: string | null, yes: boolean, rating: number | null, answered: boolean, evidence: string | null, start: number | null, source: AnswerSource | null, foundYes: boolean, foundRating: number | null, verdict: { yes: boolean, rating: number | null, notApplicable: boolean, by: string | null, at: string } | null }> } | null, trackerHits: Array<{ start: number, quote: string | null, tracker: { id: string, name: string } }>, metrics: { talkRatio: number | null, talkSpeed: number | null, talkTime: number | null, conversationSwitches: number | null, questionsAsked: number | null } | null, deliveries?: { hasMore: boolean, nodes: Array<{ id: string, event: string, status: DeliveryStatus, responseStatus: number | null, error: string | null, createdAt: string, url: string, test: boolean }> }, match: { method: MatchMethod, offset: number } | null, appointment: { eventId: string, title: string | null, startTime: string } | null } | null };

export type RecordingMatchFragment = { requestedEventId: string | null, match: { method: MatchMethod, offset: number } | null, appointment: { eventId: string, title: string | null, startTime: string } | null };

export type RecordingPeaksQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingPeaksQuery = { recording: { media: { peaks: Array<string> | null } | null } | null };

export type RecordingTranscriptQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingTranscriptQuery = { originalTranscript: Array<{ speaker: string, role: SpeakerRole, text: string }> | null, recording: { transcriptRemovedAt: string | null, transcriptCorrectedAt: string | null, transcriptCorrectedBy: string | null, notices: Array<{ kind: NoticeKind, description: string }>, transcript: Array<{ start: number, end: number, speaker: string, role: SpeakerRole, text: string, heard: string | null }> } | null };

export type RecordingUnderstoodQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingUnderstoodQuery = { recording: { notices: Array<{ kind: NoticeKind, description: string }>, understood: Array<{ start: number, end: number, speaker: string, role: SpeakerRole, text: string, heard: string | null }> } | null };

export type RecordingCandidatesQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingCandidatesQuery = { recording: { matchCandidates: Array<{ eventId: string, title: string | null, startTime: string, customerName: string | null, recordingId: string | null }> } | null };

export type RequestedAppointmentQueryVariables = Exact<{
  eventId: string;
}>;


export type RequestedAppointmentQuery = { appointment: { recordingId: string | null } | null };

export type LinkAppointmentMutationVariables = Exact<{
  eventId: string;
  recordingId: string | number;
  keepManual?: boolean | null | undefined;
}>;


export type LinkAppointmentMutation = { linkAppointment: { id: string } };

export type UnlinkAppointmentMutationVariables = Exact<{
  recordingId: string | number;
}>;


export type UnlinkAppointmentMutation = { unlinkAppointment: { id: string } };

export type ReanalyzeMutationVariables = Exact<{
  recordingId: string | number;
  replaceEdited?: boolean | null | undefined;
}>;


export type ReanalyzeMutation = { reanalyze: { id: string } };

export type AnalysisVersionsQueryVariables = Exact<{
  id: string | number;
}>;


export type AnalysisVersionsQuery = { recording: { analyses: { nodes: Array<{ version: number, replacedAt: string }> } } | null };

export type AnalysisContentQueryVariables = Exact<{
  id: string | number;
  version: number;
}>;


export type AnalysisContentQuery = { analysisContent: { version: number, name: string, summary: string | null, notes: string | null, coaching: string | null, closed: boolean, tags: Array<string>, actionItems: Array<{ text: string, assignee: string | null }> | null, process: { template: string, summary: string | null, answers: Array<{ question: string, kind: QuestionKind, answer: string | null, yes: boolean, rating: number | null, answered: boolean, verdict: { notApplicable: boolean } | null }> } | null, metrics: { talkRatio: number | null, talkSpeed: number | null, questionsAsked: number | null } | null } | null };

export type RestoreAnalysisMutationVariables = Exact<{
  recordingId: string | number;
  version: number;
}>;


export type RestoreAnalysisMutation = { restoreAnalysis: { id: string } };

export type RestoreHeardWordsMutationVariables = Exact<{
  recordingId: string | number;
  lines?: Array<number> | number | null | undefined;
}>;


export type RestoreHeardWordsMutation = { restoreHeardWords: { id: string } };

export type CorrectUtteranceMutationVariables = Exact<{
  recordingId: string | number;
  index: number;
  expectedText: string;
  text: string;
}>;


export type CorrectUtteranceMutation = { correctUtterance: { id: string } };

export type AddTagMutationVariables = Exact<{
  recordingId: string | number;
  tag: string;
}>;


export type AddTagMutation = { addTag: { id: string } };

export type RemoveTagMutationVariables = Exact<{
  recordingId: string | number;
  tag: string;
}>;


export type RemoveTagMutation = { removeTag: { id: string } };

export type SetVerdictMutationVariables = Exact<{
  recordingId: string | number;
  questionId: string | number;
  yes?: boolean | null | undefined;
  rating?: number | null | undefined;
  notApplicable?: boolean | null | undefined;
}>;


export type SetVerdictMutation = { setVerdict: { id: string } };

export type AssignSpeakerMutationVariables = Exact<{
  recordingId: string | number;
  speaker: string;
  currentRole: SpeakerRole;
  role: SpeakerRole;
  name?: string | null | undefined;
  lines?: Array<number> | number | null | undefined;
}>;


export type AssignSpeakerMutation = { assignSpeaker: { id: string } };

export type SwapSidesMutationVariables = Exact<{
  recordingId: string | number;
}>;


export type SwapSidesMutation = { swapSides: { id: string } };

export type UndoTranscriptCorrectionsMutationVariables = Exact<{
  recordingId: string | number;
}>;


export type UndoTranscriptCorrectionsMutation = { undoTranscriptCorrections: { id: string } };

export type RecordingReviewersQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingReviewersQuery = { recording: { reviewers: Array<{ lastAt: string, user: { name: string, email: string } }> } | null };

export type AddReviewMutationVariables = Exact<{
  id: string | number;
  reviewerEmail: string;
  durationMs: number;
}>;


export type AddReviewMutation = { addReview: { id: string } };

export type DeleteRecordingMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteRecordingMutation = { deleteRecording: boolean };
