import type { Mail } from "../core/ports.js";
import { buildSectionMail, formatName, type MailLine } from "./mail-texts.js";
import { buildMailRange, type MailWeek } from "./mail-week.js";
import { findPointToTry } from "./point-to-try.js";
import {
  buildOptOut,
  type CountedPage,
  countPage,
  formatCallName,
  MAX_COUNTED,
  type NamedCall,
} from "./week-lines.js";
import {
  formatCallsAndScore,
  formatChange,
  formatCount,
  type MailWeekCounts,
  sumWeeks,
  WEEK_COUNTS,
} from "./week-figures.js";

const WEEKS_BEFORE = 4;
const MAX_STEPS = 5;
const MAX_STEP_CHARACTERS = 160;

/** Reads what a rep's note has, for the rep's scope. */
export const REP_NOTE = `query RepNote(
  $from: DateFrom!, $to: DateTo!, $statsFrom: DateFrom!, $timeZone: String!, $email: String!
) {
  stats(groupBy: user, filter: { from: $statsFrom, to: $to, emails: [$email] }, interval: week, timeZone: $timeZone) {
    stats { intervals { ${WEEK_COUNTS} } }
  }
  recordings(first: 10, filter: { from: $from, to: $to, userEmail: $email }) {
    nodes { id name coaching client { name } }
  }
  actionItems(first: ${MAX_STEPS}, filter: { ownerEmail: $email, completed: false }) {
    nodes { text due recording { id name client { name } } }
    pageInfo { hasNextPage }
  }
  forMe: comments(first: ${MAX_COUNTED}, filter: { mentionedEmail: $email, resolved: false }) { ...Threads }
  onMyCalls: comments(first: ${MAX_COUNTED}, filter: { userEmail: $email, resolved: false }) { ...Threads }
}
fragment Threads on CommentConnection {
  nodes { id author { email } replies { author { email } } }
  pageInfo { hasNextPage }
}`;

/** A page of comment threads with the authors of each. */
interface ThreadPage extends CountedPage {
  nodes: { id: string; author: { email: string }; replies: { author: { email: string } }[] }[];
}

/** The answer to `REP_NOTE`. */
export interface RepNoteData {
  stats: { stats: { intervals: MailWeekCounts[] | null }[] };
  recordings: { nodes: (NamedCall & { coaching: string | null })[] };
  actionItems: {
    nodes: { text: string; due: string | null; recording: NamedCall | null }[];
    pageInfo: { hasNextPage: boolean };
  };
  forMe: ThreadPage;
  onMyCalls: ThreadPage;
}

/** Builds the variables of `REP_NOTE`: the week, and the four before for comparison. */
export const buildRepNoteVariables = (week: MailWeek, email: string) => ({
  ...buildMailRange(week),
  statsFrom: buildMailRange(week, WEEKS_BEFORE).from,
  timeZone: week.timeZone,
  email,
});

/** Finds something to try in the latest call that has it. */
const listToTry = ({ recordings }: RepNoteData, publicUrl: string): MailLine[] => {
  for (const call of recordings.nodes) {
    const point = findPointToTry(call.coaching);
    if (!point) continue;
    const moment = point.moment === undefined ? "" : `#t=${point.moment}`;
    const text = `${point.text} (${formatCallName(call)})`;
    return [{ text, url: `${publicUrl}/recordings/${call.id}${moment}` }];
  }
  return [];
};

const listSteps = ({ actionItems }: RepNoteData, publicUrl: string): MailLine[] => [
  ...actionItems.nodes.flatMap(({ text, due, recording }) =>
    recording === null
      ? []
      : [
          {
            text: `${formatName(text, MAX_STEP_CHARACTERS)} (${[formatCallName(recording), ...(due === null ? [] : [`due ${due}`])].join(", ")})`,
            url: `${publicUrl}/recordings/${recording.id}`,
          },
        ],
  ),
  ...(actionItems.pageInfo.hasNextPage
    ? [{ text: "All next steps", url: `${publicUrl}/next-steps?owner=mine` }]
    : []),
];

/** Counts threads that mention the rep or are about the rep's calls, but not those where the rep is alone. */
const listComments = (
  { forMe, onMyCalls }: RepNoteData,
  email: string,
  publicUrl: string,
): MailLine[] => {
  const nodes = new Map(
    [...forMe.nodes, ...onMyCalls.nodes]
      .filter(({ author, replies }) =>
        [author, ...replies.map((reply) => reply.author)].some((one) => one.email !== email),
      )
      .map((node) => [node.id, node]),
  );
  const hasNextPage = forMe.pageInfo.hasNextPage || onMyCalls.pageInfo.hasNextPage;
  const count = countPage({ nodes: [...nodes.values()], pageInfo: { hasNextPage } });
  return count === undefined
    ? []
    : [{ text: `${formatCount(count, "comment")} to answer`, url: `${publicUrl}/comments` }];
};

/** Builds a rep's note about the own week; undefined without calls and without anything open. */
export const buildRepNote = (
  data: RepNoteData,
  week: MailWeek,
  { email, publicUrl }: { email: string; publicUrl: string },
): Mail | undefined => {
  const weeks = data.stats.stats[0]?.intervals ?? [];
  const now = sumWeeks(weeks.slice(-1));
  const before = sumWeeks(weeks.slice(0, -1));
  const steps = listSteps(data, publicUrl);
  const comments = listComments(data, email, publicUrl);
  if (now.calls === 0 && steps.length === 0 && comments.length === 0) return undefined;
  const score = formatChange(now.score, before.score);
  return buildSectionMail(
    `Your week: ${formatCallsAndScore(now, before)}`,
    [
      {
        title: `Your week, ${week.firstDay} to ${week.lastDay}`,
        lines: [
          { text: `Calls: ${now.calls}`, url: `${publicUrl}/my-week` },
          ...(score === undefined
            ? []
            : [{ text: `Score, against the four weeks before: ${score}` }]),
        ],
      },
      { title: "One thing to try", lines: listToTry(data, publicUrl) },
      { title: "Next steps", lines: steps },
      { title: "Comments", lines: comments },
    ],
    buildOptOut(publicUrl),
  );
};
