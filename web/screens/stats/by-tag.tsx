import { Button, type Column, Section, Table } from "../../parts/index.js";
import { download } from "../../src/csv.js";
import { number } from "../../src/format.js";
import { href } from "../../src/location.js";
import { Chart } from "./chart.js";
import { axisEnd } from "./scale.js";
import { tagCounts } from "./tag-counts.js";

type Row = [tag: string, count: number];

const columns: Column<Row>[] = [
  {
    title: "Tag",
    head: true,
    cell: ([tag]) => <a href={href("/recordings", {}, { tag })}>{tag}</a>,
  },
  { title: "Recordings", number: true, cell: ([, count]) => number(count) },
];

/** How many of the recordings have which tag, all users together. */
export const ByTag = ({
  of,
  busy,
  fileName,
}: {
  of: { recordingsByTag: unknown }[];
  busy: boolean;
  fileName: string;
}) => {
  const rows = tagCounts(of);
  if (rows.length === 0) return null;
  return (
    <Section
      title="Recordings by tag"
      actions={
        <Button onClick={() => download(fileName, [["tag", "recordings"], ...rows])}>
          Download CSV
        </Button>
      }
    >
      <p class="muted small">
        Of all users. <code>recordingsByTag</code> in the API.
      </p>
      <div class="charted">
        <Chart
          what="recordings by tag"
          bars={rows.map(([tag, count]) => ({
            id: tag,
            name: tag,
            value: count,
            text: number(count),
          }))}
          end={Math.max(2, axisEnd(rows[0]![1]))}
          tick={number}
        />
        <Table
          caption="Recordings by tag, most first"
          columns={columns}
          rows={rows}
          idOf={([tag]) => tag}
          busy={busy}
        />
      </div>
    </Section>
  );
};
