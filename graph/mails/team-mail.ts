import type { Mail } from "../core/ports.js";
import { buildSectionMail, formatName, type MailLine } from "./mail-texts.js";
import {
  buildOptOut,
  type CountedPage,
  countPage,
  formatCallName,
  MAX_COUNTED,
  type NamedCall,
} from "./week-lines.js";
import { buildMailRange, type MailWeek } from "./mail-week.js";
import {
  formatCallsAndScore,
  formatChange,
  formatCount,
  type MailWeekCounts,
  sumWeeks,
  WEEK_COUNTS,
} from "./week-figures.js";

/** With that many lines of the longest names, each with a link, a mail keeps below its limit. */
const MAX_REPS = 40;
const MAX_LINKED_EMAIL_CHARACTERS = 100;

/** Reads what a team's mail has, for the viewer's scope. */
export const TEAM_MAIL = `query TeamMail($from: DateFrom!, $to: DateTo!, $statsFrom: DateFrom!, $timeZone: String!) {
  stats(groupBy: user, filter: { from: $statsFrom, to: $to }, interval: week, timeZone: $timeZone) {
    stats { email name intervals { ${WEEK_COUNTS} } }
  }
  best: recordings(first: 1, filter: { from: $from, to: $to }, order: highestScore) { nodes { ...Call } }
  lowest: recordings(first: 2, filter: { from: $from, to: $to }, order: lowestScore) { nodes { ...Call } }
  unreviewed: recordings(first: 3, filter: { from: $from, to: $to, reviewed: false }, order: longest) {
    nodes { ...Call }
  }
  appointments(first: ${MAX_COUNTED}, filter: { from: $from, to: $to, matchStatus: missed }) {
    nodes { eventId }
    pageInfo { hasNextPage }
  }
  comments(first: ${MAX_COUNTED}, filter: { resolved: false }) { nodes { id } pageInfo { hasNextPage } }
}
fragment Call on Recording {
  id name duration
  process { score total }
  user { name }
  client { name }
}`;

interface Call extends NamedCall {
  /** Milliseconds. */
  duration: number;
  process: { score: number; total: number } | null;
  user: { name: string };
}

/** The answer to `TEAM_MAIL`. */
export interface TeamMailData {
  stats: { stats: { email: string | null; name: string; intervals: MailWeekCounts[] | null }[] };
  best: { nodes: Call[] };
  lowest: { nodes: Call[] };
  unreviewed: { nodes: Call[] };
  appointments: CountedPage;
  comments: CountedPage;
}

/** Builds the variables of `TEAM_MAIL`: the week, and the one before for comparison. */
export const buildTeamMailVariables = (week: MailWeek) => ({
  ...buildMailRange(week),
  statsFrom: buildMailRange(week, 1).from,
  timeZone: week.timeZone,
});

const SECONDS_IN_MINUTE = 60;

const formatMinutes = (ms: number): string => {
  const seconds = Math.round(ms / 1_000);
  const [minutes, rest] = [Math.floor(seconds / SECONDS_IN_MINUTE), seconds % SECONDS_IN_MINUTE];
  return `${minutes}:${String(rest).padStart(2, "0")}`;
};

const explainScore =
  (name: string) =>
  ({ process }: Call): string | undefined =>
    process && process.total > 0 ? `${name}: ${Math.round(process.score)}` : undefined;

/** Chooses up to three calls, each for a reason of its own. */
const chooseWorthHearing = (
  { best, lowest, unreviewed }: TeamMailData,
  publicUrl: string,
): MailLine[] => {
  const chosen = new Map<string, MailLine>();
  const add = (calls: Call[], explain: (call: Call) => string | undefined): void => {
    const call = calls.find(({ id }) => !chosen.has(id));
    const reason = call && explain(call);
    if (!call || reason === undefined) return;
    const text = `${formatCallName(call)} · ${formatName(call.user.name)} · ${reason}`;
    chosen.set(call.id, { text, url: `${publicUrl}/recordings/${call.id}` });
  };
  add(best.nodes, explainScore("best score"));
  add(lowest.nodes, explainScore("lowest score"));
  add(unreviewed.nodes, ({ duration }) => `longest not reviewed: ${formatMinutes(duration)}`);
  return [...chosen.values()];
};

const listOpen = (
  { appointments, comments }: TeamMailData,
  { firstDay, lastDay }: MailWeek,
  publicUrl: string,
): MailLine[] => {
  const [visits, open] = [countPage(appointments), countPage(comments)];
  return [
    ...(visits === undefined
      ? []
      : [
          {
            text: `${formatCount(visits, "visit")} of the week without a recording`,
            url: `${publicUrl}/appointments?matchStatus=missed&from=${firstDay}&to=${lastDay}`,
          },
        ]),
    ...(open === undefined
      ? []
      : [{ text: formatCount(open, "open comment"), url: `${publicUrl}/comments` }]),
  ];
};

/** Builds a manager's mail about the week of their teams; undefined if no one of them called. */
export const buildTeamMail = (
  data: TeamMailData,
  week: MailWeek,
  publicUrl: string,
): Mail | undefined => {
  const reps = data.stats.stats.flatMap(({ email, name, intervals }) => {
    const [before, now] = (intervals ?? []).slice(-2);
    return email === null || !before || !now ? [] : [{ email, name, before, now }];
  });
  const now = sumWeeks(reps.map((rep) => rep.now));
  const before = sumWeeks(reps.map((rep) => rep.before));
  if (now.calls === 0) return undefined;
  const score = formatChange(now.score, before.score);
  const closed = formatChange(now.closedPercent, before.closedPercent, " %");
  const lines = reps.slice(0, MAX_REPS).map(({ email, name, ...rep }) => ({
    text: `${formatName(name)}: ${formatCallsAndScore(sumWeeks([rep.now]), sumWeeks([rep.before]))}`,
    ...(email.length <= MAX_LINKED_EMAIL_CHARACTERS && {
      url: `${publicUrl}/reps/${encodeURIComponent(email)}`,
    }),
  }));
  const more = reps.length - lines.length;
  return buildSectionMail(
    `Your team’s week: ${formatCallsAndScore(now, before)}`,
    [
      {
        title: `Your team, ${week.firstDay} to ${week.lastDay}, against the week before`,
        lines: [
          {
            text: `Calls: ${formatChange(now.calls, before.calls)}`,
            url: `${publicUrl}/team?week=${week.firstDay}`,
          },
          ...(score === undefined ? [] : [{ text: `Score: ${score}` }]),
          ...(closed === undefined ? [] : [{ text: `Closed: ${closed}` }]),
        ],
      },
      {
        title: "Reps",
        lines: [
          ...lines,
          ...(more > 0 ? [{ text: formatCount(more, "more rep"), url: `${publicUrl}/team` }] : []),
        ],
      },
      { title: "Worth hearing", lines: chooseWorthHearing(data, publicUrl) },
      { title: "Open", lines: listOpen(data, week, publicUrl) },
    ],
    buildOptOut(publicUrl),
  );
};
