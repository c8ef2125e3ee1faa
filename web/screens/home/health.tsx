import { useMemo } from "preact/hooks";
import { Icon, ProblemAlert, Section, Skeleton, Time } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { addDaysToToday, toInstants } from "../../lib/range.js";
import { useQuery } from "../../lib/use-query.js";
import { Health as Operation, type HealthQuery } from "./home.graphql.js";

const DAY_MS = 86_400_000;
const FAILURE_DAYS = 7;
/** A backup a week old would lose a week. */
const MAX_BACKUP_AGE_MS = 7 * DAY_MS;

interface Line {
  topic: string;
  /** Whether someone has to act. */
  needsAction: boolean;
  text: string;
  /** ISO 8601; shown after the text. */
  at?: string | undefined;
  /** Where to act or to see more; a line about the server itself has none. */
  to?: string;
}

const buildSourceLine = ({ sources, watchedFolders }: HealthQuery): Line => {
  const line = { topic: "Sources", to: href("/received") };
  const unreadable = watchedFolders.find(({ problem }) => problem !== null);
  if (unreadable)
    return { ...line, needsAction: true, text: `The folder ${unreadable.folder} can’t be read` };
  const refusing = sources.find(
    ({ lastFailure, lastReceivedAt }) => lastFailure && lastFailure.at === lastReceivedAt,
  );
  if (refusing)
    return {
      ...line,
      needsAction: true,
      text: `The last call from ${refusing.title} was refused`,
      at: refusing.lastFailure!.at,
    };
  const [latest] = sources
    .filter(({ lastReceivedAt }) => lastReceivedAt !== null)
    .toSorted((a, b) => b.lastReceivedAt!.localeCompare(a.lastReceivedAt!));
  return latest
    ? {
        ...line,
        needsAction: false,
        text: `Last call from ${latest.title}`,
        at: latest.lastReceivedAt!,
      }
    : { ...line, needsAction: false, text: "No phone system has sent a call in 30 days" };
};

const buildMappingLine = ({ sources }: HealthQuery): Line => {
  const waiting = sources.reduce((sum, { waitingCalls }) => sum + waitingCalls, 0);
  return {
    topic: "Reps",
    needsAction: waiting > 0,
    text:
      waiting === 0
        ? "No call waits for a rep"
        : `${formatCount(waiting, "call")} from unknown numbers ${waiting === 1 ? "waits" : "wait"} for a rep`,
    to: href("/received"),
  };
};

const buildFailureLine = ({ failed: { nodes, pageInfo } }: HealthQuery): Line => ({
  topic: "Analysis",
  needsAction: nodes.length > 0,
  text:
    nodes.length === 0
      ? `No call failed in ${FAILURE_DAYS} days`
      : `${pageInfo.hasNextPage ? "More than " : ""}${formatCount(nodes.length, "call")} of the last ${FAILURE_DAYS} days couldn’t be analysed`,
  to: href("/recordings", {}, { status: "failed" }),
});

const buildDeliveryLine = ({ webhooks }: HealthQuery): Line => {
  const line = { topic: "Webhooks", to: href("/webhooks") };
  const active = webhooks.filter((webhook) => webhook.active);
  const failing = active
    .filter(({ failingSince }) => failingSince && Date.parse(failingSince) <= Date.now() - DAY_MS)
    .toSorted((a, b) => a.failingSince!.localeCompare(b.failingSince!));
  const [first] = failing;
  if (!first)
    return {
      ...line,
      needsAction: false,
      text: active.length === 0 ? "No webhooks" : "All webhooks deliver",
    };
  return {
    topic: line.topic,
    needsAction: true,
    text:
      failing.length === 1
        ? `${new URL(first.url).host} has accepted nothing since`
        : `${failing.length} webhooks have accepted nothing, the first since`,
    at: first.failingSince!,
    to: failing.length === 1 ? href("/webhooks/:id", { id: first.id }) : line.to,
  };
};

const buildCalendarLine = ({ calendars: { nodes } }: HealthQuery): Line[] => {
  if (nodes.length === 0) return [];
  const broken = nodes.filter(({ problem }) => problem !== null);
  return [
    {
      topic: "Calendars",
      needsAction: broken.length > 0,
      text:
        broken.length === 0
          ? `${formatCount(nodes.length, "calendar")} up to date`
          : `${formatCount(broken.length, "calendar")} can’t be read fully`,
      to: href("/settings/calendars"),
    },
  ];
};

const buildBackupLine = ({ backupState }: HealthQuery): Line[] => {
  if (!backupState) return [];
  const { lastAt } = backupState;
  if (lastAt === null)
    return [
      {
        topic: "Backups",
        needsAction: true,
        text: "No backup yet: run “debrief backup <file>” on the server, best every night",
      },
    ];
  const isOld = Date.parse(lastAt) < Date.now() - MAX_BACKUP_AGE_MS;
  return [{ topic: "Backups", needsAction: isOld, text: "Last backup", at: lastAt }];
};

const buildClockLine = ({ clock }: HealthQuery): Line[] =>
  clock.hasJumped
    ? [
        {
          topic: "Clock",
          needsAction: true,
          text: "The server’s time has jumped: nothing is deleted by age, and no weekly mails go out",
          to: href("/settings/privacy"),
        },
      ]
    : [];

const HealthLine = ({ topic, needsAction, text, at, to }: Line) => {
  const content = (
    <>
      {text}
      {at && (
        <>
          {" "}
          <Time at={at} />
        </>
      )}
    </>
  );
  return (
    <li class={needsAction ? "needs-action" : ""}>
      <Icon name={needsAction ? "alert" : "check"} />
      <strong>{topic}</strong>
      <span>
        {needsAction && <span class="visually-hidden">Needs your attention: </span>}
        {to ? <a href={to}>{content}</a> : content}
      </span>
    </li>
  );
};

/** Whether calls come in, are analysed and delivered, and what an admin has to do: one line each. */
export const Health = () => {
  const variables = useMemo(
    () => ({ from: toInstants({ from: addDaysToToday(-FAILURE_DAYS), to: "" }).from! }),
    [],
  );
  const { data, problem, reload } = useQuery(Operation, variables);
  const lines = data && [
    buildSourceLine(data),
    buildMappingLine(data),
    buildFailureLine(data),
    buildDeliveryLine(data),
    ...buildCalendarLine(data),
    ...buildBackupLine(data),
    ...buildClockLine(data),
  ];
  return (
    <Section title="Health">
      <ProblemAlert problem={problem} onRetry={reload} />
      {!lines && !problem && <Skeleton rows={5} />}
      {lines && (
        <ul class="health">
          {lines.map((line) => (
            <HealthLine key={line.topic} {...line} />
          ))}
        </ul>
      )}
    </Section>
  );
};
