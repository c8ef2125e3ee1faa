import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  FactList,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount, formatNumber, formatSize } from "../../lib/format.js";
import { useQuery } from "../../lib/use-query.js";
import { RetentionDialog } from "./retention-dialog.js";
import {
  type RetentionDays,
  type RetentionKind,
  retentionKindNames,
  retentionKindTexts,
} from "./retention-kinds.js";
import { Retention as Operation, type RetentionQuery } from "./retention.graphql.js";

type Report = RetentionQuery["retentionReport"];
type Row = Report[RetentionKind] & { kind: RetentionKind };
type Run = Report["runs"][number];

const previewColumns: Column<Row>[] = [
  { title: "Content", isHeader: true, cell: ({ kind }) => retentionKindTexts[kind].title },
  {
    title: "Kept",
    cell: ({ days }) => (days === null ? "forever" : formatCount(days, "day")),
  },
  {
    title: "Next run removes",
    isNumber: true,
    cell: ({ days, count, bytes }) =>
      days === null ? "–" : `${formatNumber(count)}${count > 0 ? ` (${formatSize(bytes)})` : ""}`,
  },
  {
    title: "Still in use",
    isNumber: true,
    cell: ({ deferred }) => formatNumber(deferred),
  },
  {
    title: "Oldest kept",
    cell: ({ oldestKept }) =>
      oldestKept === null ? <span class="muted">none</span> : <Time at={oldestKept} isDayOnly />,
  },
];

const runColumns: Column<Run>[] = [
  { title: "Run", isHeader: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
  {
    title: "Media",
    isNumber: true,
    cell: ({ media, mediaBytes }) =>
      `${formatNumber(media)}${mediaBytes > 0 ? ` (${formatSize(mediaBytes)})` : ""}`,
  },
  { title: "Transcripts", isNumber: true, cell: ({ transcripts }) => formatNumber(transcripts) },
  { title: "Payloads", isNumber: true, cell: ({ payloads }) => formatNumber(payloads) },
  {
    title: "Ended",
    cell: ({ endedAt }) =>
      endedAt === null ? <span class="muted">running</span> : <Time at={endedAt} />,
  },
];

const toRetentionDays = ({ media, transcripts, payloads }: Report): RetentionDays => ({
  mediaDays: media.days,
  transcriptDays: transcripts.days,
  payloadDays: payloads.days,
});

const PreviewTables = ({ report, isBusy }: { report: Report; isBusy: boolean }) => (
  <>
    <Table
      caption="Retention by content"
      columns={previewColumns}
      rows={retentionKindNames.map((kind) => ({ ...report[kind], kind }))}
      idOf={({ kind }) => kind}
      isBusy={isBusy}
    />
    {retentionKindNames.some((kind) => report[kind].deferred > 0) && (
      <p class="muted">
        Old content that is still in use is kept: calls that are waiting for analysis, calls from
        before debrief that arrived in the last 30 days, and events that are waiting for delivery.
      </p>
    )}
    <FactList
      facts={{
        "Next run":
          report.nextRunAt === null ? (
            "none: everything is kept forever"
          ) : (
            <Time at={report.nextRunAt} />
          ),
        "Last run": <Time at={report.lastRunAt} />,
      }}
    />
    {report.runs.length > 0 && (
      <>
        <h3>Past runs</h3>
        <Table
          caption="Removed content, latest run first"
          columns={runColumns}
          rows={report.runs}
          idOf={({ id }) => id}
          isBusy={isBusy}
        />
      </>
    )}
  </>
);

/** The retention settings, what the next run removes, and what past runs removed. */
export const RetentionSection = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [isChanging, setChanging] = useState(false);
  const report = data?.retentionReport;
  const finish = (): void => {
    setChanging(false);
    reload();
  };
  return (
    <Section
      title="Retention"
      actions={report && <Button onClick={() => setChanging(true)}>Change retention</Button>}
    >
      <p class="muted">
        debrief removes older content every night. Recordings keep their summary, notes, coaching
        and metrics, and statistics don’t change.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!report && !problem && <Skeleton rows={5} />}
      {report && <PreviewTables report={report} isBusy={isBusy} />}
      {report && isChanging && (
        <RetentionDialog
          current={toRetentionDays(report)}
          onClose={() => setChanging(false)}
          onDone={finish}
        />
      )}
    </Section>
  );
};
