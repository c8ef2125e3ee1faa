import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Facts,
  Problem,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { counted, number, size } from "../../src/format.js";
import { useQuery } from "../../src/query.js";
import { RetentionDialog } from "./retention-dialog.js";
import { type Days, type Kind, kindNames, kinds } from "./retention-kinds.js";
import { Retention as Operation, type RetentionQuery } from "./retention.graphql.js";

type Report = RetentionQuery["retentionReport"];
type Row = Report[Kind] & { kind: Kind };
type Run = Report["runs"][number];

const outlook: Column<Row>[] = [
  { title: "What", head: true, cell: ({ kind }) => kinds[kind].title },
  {
    title: "Kept",
    cell: ({ days }) => (days === null ? "for ever" : counted(days, "day")),
  },
  {
    title: "Goes next",
    number: true,
    cell: ({ days, count, bytes }) =>
      days === null ? "–" : `${number(count)}${count > 0 ? ` (${size(bytes)})` : ""}`,
  },
  {
    title: "Waits",
    number: true,
    cell: ({ waiting }) => number(waiting),
  },
  {
    title: "Oldest kept",
    cell: ({ oldestKept }) =>
      oldestKept === null ? <span class="muted">none</span> : <Time at={oldestKept} dayOnly />,
  },
];

const runs: Column<Run>[] = [
  { title: "Run", head: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    title: "Media",
    number: true,
    cell: ({ media, mediaBytes }) =>
      `${number(media)}${mediaBytes > 0 ? ` (${size(mediaBytes)})` : ""}`,
  },
  { title: "Transcripts", number: true, cell: ({ transcripts }) => number(transcripts) },
  { title: "Payloads", number: true, cell: ({ payloads }) => number(payloads) },
  {
    title: "Ended",
    cell: ({ endedAt }) =>
      endedAt === null ? <span class="muted">goes on</span> : <Time at={endedAt} />,
  },
];

const daysOf = ({ media, transcripts, payloads }: Report): Days => ({
  mediaDays: media.days,
  transcriptDays: transcripts.days,
  payloadDays: payloads.days,
});

const Outlook = ({ of, busy }: { of: Report; busy: boolean }) => (
  <>
    <Table
      caption="What is kept for how long"
      columns={outlook}
      rows={kindNames.map((kind) => ({ ...of[kind], kind }))}
      idOf={({ kind }) => kind}
      busy={busy}
    />
    {kindNames.some((kind) => of[kind].waiting > 0) && (
      <p class="muted">
        What waits is older, and stays until it can go: calls that are not processed yet, and events
        that are still to be delivered.
      </p>
    )}
    <Facts
      of={{
        "Next run":
          of.nextRunAt === null ? "none, while everything is kept" : <Time at={of.nextRunAt} />,
        "Last run": <Time at={of.lastRunAt} />,
      }}
    />
    {of.runs.length > 0 && (
      <>
        <h3>Removed so far</h3>
        <Table
          caption="What was removed, the last run first"
          columns={runs}
          rows={of.runs}
          idOf={({ id }) => id}
          busy={busy}
        />
      </>
    )}
  </>
);

/** How long what is kept, what goes next, and what has gone. */
export const Retention = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  const [changing, setChanging] = useState(false);
  const report = data?.retentionReport;
  const changed = (): void => {
    setChanging(false);
    reload();
  };
  return (
    <Section
      title="Retention"
      actions={report && <Button onClick={() => setChanging(true)}>Change the days</Button>}
    >
      <p class="muted">
        What is older goes each night. Recordings stay in their lists, with summary, notes, coaching
        and figures, and statistics stay as they are.
      </p>
      <Problem of={problem} retry={reload} />
      {!report && !problem && <Skeleton rows={5} />}
      {report && <Outlook of={report} busy={busy} />}
      {report && changing && (
        <RetentionDialog of={daysOf(report)} onClose={() => setChanging(false)} onDone={changed} />
      )}
    </Section>
  );
};
