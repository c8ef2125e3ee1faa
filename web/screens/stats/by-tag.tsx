import { Button, type Column, Section, Table } from "../../parts/index.js";
import { downloadCsv } from "../../lib/csv.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { Chart } from "./chart.js";
import { computeAxisEnd } from "./axis-end.js";
import { countTags } from "./count-tags.js";

type Row = [tag: string, count: number];

const columns: Column<Row>[] = [
  {
    title: "Tag",
    isHeader: true,
    cell: ([tag]) => <a href={href("/recordings", {}, { tag })}>{tag}</a>,
  },
  { title: "Recordings", isNumber: true, cell: ([, count]) => formatNumber(count) },
];

/** The number of recordings per tag, over all users. */
export const ByTag = ({
  entries,
  isBusy,
  fileName,
}: {
  entries: { recordingsByTag: unknown }[];
  isBusy: boolean;
  fileName: string;
}) => {
  const rows = countTags(entries);
  if (rows.length === 0) return null;
  return (
    <Section
      title="Recordings by tag"
      actions={
        <Button onClick={() => downloadCsv(fileName, [["tag", "recordings"], ...rows])}>
          Download CSV
        </Button>
      }
    >
      <p class="muted small">
        All users. In the API: <code>recordingsByTag</code>.
      </p>
      <div class="chart-and-table">
        <Chart
          title="recordings by tag"
          bars={rows.map(([tag, count]) => ({
            id: tag,
            name: tag,
            value: count,
            text: formatNumber(count),
          }))}
          end={Math.max(2, computeAxisEnd(rows[0]![1]))}
          formatTick={formatNumber}
        />
        <Table
          caption="Recordings by tag, most first"
          columns={columns}
          rows={rows}
          idOf={([tag]) => tag}
          isBusy={isBusy}
        />
      </div>
    </Section>
  );
};
