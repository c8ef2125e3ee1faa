import type { RowOutcome } from "./import-calls.js";

/** How many rows of each list --json has; stderr has all. */
const MAX_LISTED_ROWS = 1_000;

/** What became of a row; a row without a label is imported, and something of it was repaired. */
const LABELS: Partial<Record<RowOutcome["kind"], string>> = {
  refused: "refused: ",
  left_out: "left out: ",
};

interface ReportedRow {
  line: number;
  reason: string;
}

/** What became of a table's rows. */
export interface ImportReport {
  counts: Record<"imported" | "unchanged" | "waiting" | "refused", number>;
  /** Counts a row, and prints what was refused, left out or repaired. `beforePrint` runs before the first line. */
  add: (line: number, outcome: RowOutcome, beforePrint: () => void) => void;
  rows: () => number;
  json: () => object;
  summary: (isCheck: boolean) => string;
}

export const createImportReport = (print: (line: string) => void): ImportReport => {
  const counts = { imported: 0, unchanged: 0, waiting: 0, refused: 0 };
  let leftOut = 0;
  let rows = 0;
  const lists = { refusedRows: [], leftOutRows: [], notedRows: [] } as Record<
    "refusedRows" | "leftOutRows" | "notedRows",
    ReportedRow[]
  >;
  const report = (list: ReportedRow[], line: number, reason: string): void => {
    if (list.length < MAX_LISTED_ROWS) list.push({ line, reason });
  };
  return {
    counts,
    add: (line, outcome, beforePrint) => {
      rows += 1;
      if (outcome.kind === "left_out") leftOut += 1;
      else counts[outcome.kind] += 1;
      const reasons = "reason" in outcome ? [outcome.reason] : (outcome.notes ?? []);
      if (reasons.length > 0) beforePrint();
      const list = { refused: lists.refusedRows, left_out: lists.leftOutRows }[
        outcome.kind as string
      ];
      const label = LABELS[outcome.kind] ?? "";
      for (const reason of reasons) {
        print(`line ${line}: ${label}${reason}`);
        report(list ?? lists.notedRows, line, reason);
      }
    },
    rows: () => rows,
    json: () => ({
      ...counts,
      refusedRows: lists.refusedRows,
      ...(leftOut > 0 && { leftOut, leftOutRows: lists.leftOutRows }),
      ...(lists.notedRows.length > 0 && { notedRows: lists.notedRows }),
    }),
    summary: (isCheck) => {
      const { imported, unchanged, waiting, refused } = counts;
      const end = `${leftOut > 0 ? `left out ${leftOut}  ` : ""}refused ${refused}`;
      return isCheck
        ? `valid ${unchanged}  ${end}`
        : `imported ${imported}  unchanged ${unchanged}  waiting for a user ${waiting}  ${end}`;
    },
  };
};
