import {
  computeReferenceStats,
  type StatsFilter,
  type StatsWorld,
} from "../../helpers/stats/reference-stats.js";
import { resolveClient } from "./clients.js";
import { computeScore, listCounted, resolveResult } from "./score.js";
import type { Organization } from "./world.js";

const toStatsWorld = (org: Organization): StatsWorld => ({
  users: org.users,
  teams: org.teams.map(({ id, name, members }) => ({
    id,
    name,
    members: members.map(({ user }) => user.email),
  })),
  templates: org.templates,
  calls: org.recordings.map((recording) => ({
    id: recording.id,
    email: recording.user.email,
    createdAt: recording.createdAt,
    customer: resolveClient(org, recording)?.crmEntityId ?? null,
    duration: recording.sentDuration,
    transcript: recording.transcript,
    closed: recording.closed,
    reviews: recording.reviews.map(({ durationMs }) => durationMs),
    analysis: recording.analysis && {
      tags: recording.analysis.tags,
      coaching: recording.analysis.coaching,
      actionItems: recording.analysis.actionItems?.length ?? null,
      templateId: recording.analysis.template?.id ?? null,
      answers:
        recording.analysis.process &&
        listCounted(recording.analysis.process.answers).map((answer) => ({
          questionId: answer.questionId,
          yes: resolveResult(answer).yes,
        })),
      score: recording.analysis.process && computeScore(recording.analysis.process.answers),
    },
  })),
});

/** Computes the response of GET /v1/stats; /graphql returns null where /v1 omits teamId. */
export const computeStatistics = (org: Organization, filter: StatsFilter): object =>
  computeReferenceStats(toStatsWorld(org), filter);
