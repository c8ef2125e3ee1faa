import { computeReferenceMetrics } from "../recordings/reference-metrics.js";
import type { MeasuredMetrics, TestUtterance } from "../recordings/measure-call.js";

/** The organization's content, as the test created it. */
export interface StatsWorld {
  users: { email: string; name: string; active: boolean }[];
  teams: { id: string; name: string; members: string[] }[];
  /** `former`: questions that the template no longer asks. */
  templates: { id: string; name: string; questions: StatsQuestion[]; former: StatsQuestion[] }[];
  calls: StatsCall[];
}

interface StatsQuestion {
  id: string;
  question: string;
}

export interface StatsCall {
  id: string;
  email: string;
  createdAt: number;
  customer: string | null;
  duration: number | null;
  transcript: TestUtterance[];
  closed: boolean;
  reviews: number[];
  /** Null until processed. */
  analysis: StatsAnalysis | null;
}

interface StatsAnalysis {
  tags: string[];
  coaching: string | null;
  actionItems: number | null;
  templateId: string | null;
  /** Those that count. */
  answers: { questionId: string; yes: boolean }[] | null;
  /** By default the percentage of yes. */
  score?: number | null | undefined;
}

/** The parameters of /v1/stats; lists as arrays. */
export interface StatsFilter {
  groupBy: "user" | "team" | "all";
  startDate?: string | undefined;
  endDate?: string | undefined;
  teamIds?: string[] | undefined;
  emails?: string[] | undefined;
  aiTemplate?: string | undefined;
  tag?: string | undefined;
  includedTags?: string[] | undefined;
  excludedTags?: string[] | undefined;
}

const DAY_MS = 86_400_000;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const divideOrZero = (dividend: number, divisor: number): number =>
  divisor === 0 ? 0 : dividend / divisor;

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const isIncluded = ({ createdAt, analysis }: StatsCall, filter: StatsFilter): boolean => {
  const { startDate, endDate, aiTemplate, tag, includedTags, excludedTags } = filter;
  if (!analysis) return false;
  if (startDate !== undefined && createdAt < Date.parse(startDate)) return false;
  if (endDate !== undefined) {
    const last = Date.parse(endDate) + (endDate.length === 10 ? DAY_MS - 1 : 0);
    if (createdAt > last) return false;
  }
  if (aiTemplate !== undefined && analysis.templateId !== aiTemplate) return false;
  const has = (wantedTag: string): boolean => analysis.tags.includes(wantedTag);
  if (tag !== undefined && !has(tag)) return false;
  if (includedTags && !includedTags.some(has)) return false;
  return !excludedTags?.some(has);
};

const buildBreakdown = (analyses: StatsAnalysis[], { templates }: StatsWorld): object[] => {
  const answers = analyses.flatMap((analysis) => analysis.answers ?? []);
  return templates
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
    .flatMap(({ questions, former }) => [
      ...questions,
      ...former.toSorted((a, b) => compare(a.id, b.id)),
    ])
    .flatMap(({ id, question }) => {
      const questionAnswers = answers.filter(({ questionId }) => questionId === id);
      const yesCount = questionAnswers.filter(({ yes }) => yes).length;
      if (questionAnswers.length === 0) return [];
      const totalCount = questionAnswers.length;
      return [
        {
          questionId: id,
          question,
          percentage: (100 * yesCount) / totalCount,
          yesCount,
          totalCount,
        },
      ];
    });
};

const computeScore = ({ answers, score }: StatsAnalysis): number | null =>
  score === undefined
    ? answers && divideOrZero(100 * answers.filter(({ yes }) => yes).length, answers.length)
    : score;

const computeNumbers = (calls: StatsCall[], world: StatsWorld): object => {
  const analyses = calls.map(({ analysis }) => analysis!);
  const metrics = calls.map(({ transcript, duration, analysis }) => ({
    ...computeReferenceMetrics(transcript, duration, null),
    processScore: computeScore(analysis!),
  }));
  const sumOfMetric = (metric: keyof MeasuredMetrics | "duration"): number =>
    sum(metrics.map((metricsOfCall) => metricsOfCall[metric] ?? 0));
  const withTranscript = calls.filter(({ transcript }) => transcript.length > 0).length;
  const countCalls = (isCounted: (call: StatsCall) => boolean): number =>
    calls.filter(isCounted).length;
  const withRep = countCalls(({ transcript }) => transcript.some(({ role }) => role === "rep"));
  const withSwitches = countCalls(
    ({ transcript }) => new Set(transcript.map(({ speaker }) => speaker)).size >= 2,
  );
  const mean = (metric: keyof MeasuredMetrics): number =>
    divideOrZero(sumOfMetric(metric), /switches/i.test(metric) ? withSwitches : withRep);
  const withProcess = metrics.filter(({ processScore }) => processScore !== null).length;
  const reviews = calls.flatMap((call) => call.reviews);
  const tags = new Set(analyses.flatMap((analysis) => analysis.tags));
  return {
    totalRecordings: calls.length,
    recordingsClosed: calls.filter(({ closed }) => closed).length,
    avgRecordingDuration: divideOrZero(sumOfMetric("duration"), calls.length),
    avgTalkTime: mean("talkTime"),
    avgTalkRatio: mean("talkRatio"),
    avgWaitedToTalkAvg: mean("waitedToTalkAvg"),
    avgTalkSpeed: mean("talkSpeed"),
    avgConversationSwitches: mean("conversationSwitches"),
    avgSwitchesPerMinute: mean("switchesPerMinute"),
    avgQuestionsAsked: mean("questionsAsked"),
    avgProcessScore: divideOrZero(sumOfMetric("processScore"), withProcess),
    recordingsWithTranscript: withTranscript,
    recordingsWithRep: withRep,
    recordingsWithSwitches: withSwitches,
    recordingsWithProcess: withProcess,
    recordingsWithCoaching: analyses.filter(({ coaching }) => /\S/.test(coaching ?? "")).length,
    recordingsWithActions: analyses.filter(({ actionItems }) => (actionItems ?? 0) > 0).length,
    totalActionItems: sum(analyses.map(({ actionItems }) => actionItems ?? 0)),
    reviewedCount: calls.filter((call) => call.reviews.length > 0).length,
    totalReviews: reviews.length,
    totalReviewMs: sum(reviews),
    avgReviewMs: divideOrZero(sum(reviews), reviews.length),
    recordingsByTag: Object.fromEntries(
      [...tags].map((tag) => [
        tag,
        analyses.filter((analysis) => analysis.tags.includes(tag)).length,
      ]),
    ),
    total: {
      recordingDuration: sumOfMetric("duration"),
      talkTime: sumOfMetric("talkTime"),
      talkRatio: sumOfMetric("talkRatio"),
      waitedToTalkAvg: sumOfMetric("waitedToTalkAvg"),
      talkSpeed: sumOfMetric("talkSpeed"),
      conversationSwitches: sumOfMetric("conversationSwitches"),
      switchesPerMinute: sumOfMetric("switchesPerMinute"),
      questionsAsked: sumOfMetric("questionsAsked"),
      processScore: sumOfMetric("processScore"),
    },
    processQuestionBreakdown: buildBreakdown(analyses, world),
  };
};

/** Computes the response of GET /v1/stats using only the contract, recording by recording. */
export const computeReferenceStats = (world: StatsWorld, filter: StatsFilter): object => {
  const { groupBy, teamIds, emails } = filter;
  const isKnown = (email: string): boolean =>
    world.users.some((user) => isSameText(user.email, email));
  const errors = (emails ?? [])
    .filter((email, index, all) => all.findIndex((other) => isSameText(other, email)) === index)
    .filter((email) => !isKnown(email))
    .map((value) => ({ type: "email_not_found", value }));
  const isChosen = (member: string): boolean =>
    !emails || emails.some((email) => isSameText(email, member));
  const teams = world.teams.filter(({ id }) => !teamIds || teamIds.includes(id));
  const countedCalls = world.calls.filter((call) => isIncluded(call, filter));
  const buildEntry = (members: string[]): object =>
    computeNumbers(
      countedCalls.filter(({ email }) => members.includes(email)),
      world,
    );
  if (groupBy === "team")
    return {
      stats: teams
        .filter(({ members }) => !emails || members.some(isChosen))
        .toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
        .map(({ id, name, members }) => ({
          email: null,
          teamId: id,
          name,
          ...buildEntry(members.filter(isChosen)),
        })),
      errors,
    };
  const users = world.users
    .filter(({ email }) => isChosen(email))
    .filter(({ email }) => !teamIds || teams.some(({ members }) => members.includes(email)));
  if (groupBy === "all") {
    const isFiltered = emails !== undefined || teamIds !== undefined;
    const name = isFiltered ? "Chosen users" : "All users";
    const entry = { email: null, name, ...buildEntry(users.map(({ email }) => email)) };
    return { stats: isFiltered && users.length === 0 ? [] : [entry], errors };
  }
  return {
    stats: users
      .filter(({ email, active }) => active || countedCalls.some((call) => call.email === email))
      .toSorted((a, b) => compare(a.name, b.name) || compare(a.email, b.email))
      .map(({ email, name }) => ({ email, name, ...buildEntry([email]) })),
    errors,
  };
};
