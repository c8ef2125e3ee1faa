import fc from "fast-check";
import { listReviewers } from "../analysis.js";
import { resolveClient } from "../clients.js";
import { RECORDING_SELECTION, buildPageQuery, REVIEWER_SELECTION } from "../selections.js";
import { buildNotFound, Refusal } from "../refusal.js";
import { splitPages, formatPosition, isInBounds } from "../lists.js";
import { findUser } from "../people.js";
import { toRestRecordingItem, toRestRecording } from "../rest-views.js";
import { buildTranscriptView } from "../views.js";
import { resolveResult } from "../score.js";
import type { Answer, Recording, Status } from "../world.js";
import { showRecording } from "./recording-change.js";
import {
  formatPath,
  buildGraphqlExchange,
  defineCommand,
  buildExchange,
  type CommandContext,
  mapOutcome,
  walkRestPages,
  walkGraphqlPages,
} from "./command-kind.js";
import { bounds, emails, fields, pickByIndex, pickId, index, limits, maybe } from "./value-pool.js";
import { stats } from "./stats.js";

const pickRecordingId = ({ org, other }: CommandContext, at: number): string | undefined =>
  pickId(org.recordings, other.recordings, at);

const findRecording = ({ org }: CommandContext, id: string): Recording | undefined =>
  org.recordings.find((recording) => recording.id === id);

/** /v1 shows processed recordings only. */
const recording = defineCommand({
  weight: 3,
  data: index,
  resolve: pickRecordingId,
  apply: findRecording,
})({
  v1: buildExchange(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}` }),
    (found, at) => {
      if (found?.status !== "processed") throw buildNotFound("Recording");
      return { recording: toRestRecording(showRecording(found, at)) };
    },
  ),
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: recording(id: $id) { ${RECORDING_SELECTION} } }`,
    (id) => ({ id }),
    (found, at) => (found ? showRecording(found, at) : null),
  ),
});

const transcript = defineCommand({
  weight: 2,
  data: index,
  resolve: pickRecordingId,
  apply: findRecording,
})({
  v1: buildExchange(
    (id) => ({ method: "GET", path: `/v1/recordings/${id}/transcript` }),
    (found, { org }) => {
      if (!found) throw buildNotFound("Recording");
      const utterances = buildTranscriptView(org, found);
      return {
        recordingId: found.id,
        transcript: utterances.map(({ role: _, ...utterance }) => utterance),
      };
    },
  ),
});

const paginate = (all: readonly Recording[], limit: number) =>
  splitPages(all, limit, ({ position }) => formatPosition(position));

interface ListInput {
  limit: number;
  from?: string;
  to?: string;
  // The following filters exist over /graphql only.
  status?: Status;
  userEmail?: string;
  clientId?: string;
  tag?: string;
  reviewed?: boolean;
  trackerId?: string;
  withoutTrackerId?: string;
  questionId?: string;
  answer?: keyof typeof ANSWERS;
}

/** A person's verdict counts before what the analysis found. */
const ANSWERS = {
  yes: (answer: Answer) => resolveResult(answer).yes,
  missed: (answer: Answer) => isMissed(answer),
  no: (answer: Answer) => isMissed(answer) && !isOpen(answer),
  notFound: (answer: Answer) => isMissed(answer) && isOpen(answer),
  notRated: (answer: Answer) => !resolveResult(answer).isCounted && !answer.verdict,
  notApplicable: ({ verdict }: Answer) => verdict?.notApplicable === true,
};

const isMissed = (answer: Answer): boolean => {
  const { yes, isCounted } = resolveResult(answer);
  return isCounted && !yes;
};

const isOpen = ({ answered, verdict }: Answer): boolean => !answered && !verdict;

const hasAnswer = ({ questionId, answer }: ListInput, { analysis }: Recording): boolean => {
  const given = analysis?.process?.answers.find((one) => one.questionId === questionId);
  return given !== undefined && (answer === undefined || ANSWERS[answer](given));
};

const isInList = ({ org }: CommandContext, list: ListInput) => {
  const user = list.userEmail === undefined ? undefined : findUser(org, list.userEmail);
  return (one: Recording): boolean =>
    one.status === (list.status ?? "processed") &&
    (list.userEmail === undefined || one.user === user) &&
    (list.clientId === undefined || resolveClient(org, one)?.id === list.clientId) &&
    (list.tag === undefined || one.analysis?.tags.includes(list.tag) === true) &&
    (list.reviewed === undefined || one.reviews.length > 0 === list.reviewed) &&
    (list.trackerId === undefined ||
      one.hits.some(({ tracker }) => tracker.id === list.trackerId)) &&
    (list.withoutTrackerId === undefined ||
      (one.transcript.length > 0 &&
        org.trackers.some(({ id }) => id === list.withoutTrackerId) &&
        !one.hits.some(({ tracker }) => tracker.id === list.withoutTrackerId))) &&
    (list.questionId === undefined || hasAnswer(list, one));
};

const filters = fields<
  Omit<ListInput, "clientId" | "trackerId" | "withoutTrackerId" | "questionId"> & {
    client?: number;
    tracker?: number;
    withoutTracker?: number;
    question?: number;
  }
>({
  limit: limits,
  from: maybe(bounds),
  to: maybe(bounds),
  status: maybe(fc.constantFrom("received", "processing", "processed", "failed")),
  userEmail: maybe(emails),
  client: maybe(index),
  tag: maybe(fc.constantFrom("roof", "10", "none")),
  reviewed: fc.constantFrom(undefined, undefined, true, false),
  tracker: maybe(index),
  withoutTracker: maybe(index),
  question: maybe(index),
  answer: maybe(fc.constantFrom(...(Object.keys(ANSWERS) as (keyof typeof ANSWERS)[]))),
});

const list = defineCommand({
  weight: 4,
  data: filters,
  resolve: (
    { org, other },
    { client, tracker, withoutTracker, question, answer, ...rest },
  ): ListInput => {
    const pickTracker = (place: number | undefined): string | undefined =>
      place === undefined ? undefined : pickId(org.trackers, other.trackers, place);
    const clientId = client === undefined ? undefined : pickId(org.clients, other.clients, client);
    const [trackerId, withoutTrackerId] = [tracker, withoutTracker].map(pickTracker);
    const questions = org.templates.flatMap((one) => [...one.questions, ...one.former]);
    const questionId = question === undefined ? undefined : pickByIndex(questions, question)?.id;
    return {
      ...rest,
      ...(questionId !== undefined && { questionId }),
      ...(questionId !== undefined && answer !== undefined && { answer }),
      ...(clientId !== undefined && { clientId }),
      ...(trackerId !== undefined && { trackerId }),
      ...(withoutTrackerId !== undefined && { withoutTrackerId }),
    };
  },
  apply: ({ org }, bounds) =>
    org.recordings
      .filter(({ createdAt }) => isInBounds(bounds)(createdAt))
      .toSorted((a, b) => b.position - a.position),
  internal: ({ status = "processed" }) =>
    status === "processed" ? undefined : new Refusal("FORBIDDEN", "status"),
})({
  v1: mapOutcome(
    (all, _at, { limit }) =>
      paginate(
        all.filter(({ status }) => status === "processed"),
        limit,
      ),
    walkRestPages(
      ({ limit, from, to }) => formatPath("/v1/recordings", { limit, fromDate: from, toDate: to }),
      "startAfter",
      ({ nodes }, at) => ({
        recordings: nodes.map((one) => toRestRecordingItem(showRecording(one, at))),
      }),
    ),
  ),
  graph: mapOutcome(
    (all, at, input) => paginate(all.filter(isInList(at, input)), input.limit),
    walkGraphqlPages(
      buildPageQuery("recordings", RECORDING_SELECTION, "RecordingFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showRecording,
    ),
  ),
});

/** Keys can't read it. */
const reviewers = defineCommand({
  weight: 3,
  data: index,
  resolve: (at, picked) => (at.surface === "key" ? undefined : pickRecordingId(at, picked)),
  apply: findRecording,
})({
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: recording(id: $id) { reviewers { ${REVIEWER_SELECTION} } } }`,
    (id) => ({ id }),
    (found, { world, org }) => (found ? { reviewers: listReviewers(world, org, found) } : null),
  ),
});

export const reading = { recording, transcript, list, stats, reviewers };
