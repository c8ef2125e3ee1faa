import { formatRow, median, formatRule } from "../shared/table.js";
import type { RoundFigures, MeasuredContender } from "./run.js";
import { KOA, LIMIT, type BenchSection } from "./sections.js";

type Ratio = (figures: RoundFigures, base: RoundFigures) => number;

const cheaper: Ratio = (figures, base) => base.cpuUs / figures.cpuUs;
const dearer: Ratio = (figures, base) => figures.cpuUs / base.cpuUs;
const faster: Ratio = (figures, base) => figures.perSecond / base.perSecond;

const formatNumber = (value: number, digits = 0): string => value.toFixed(digits);

const formatMedian = (
  { rounds }: MeasuredContender,
  figure: keyof RoundFigures,
  digits = 0,
): string => formatNumber(median(rounds.map((figures) => figures[figure])), digits);

/** Compares within a round, because the machine may be busier in another. */
const formatRatio = (
  row: MeasuredContender,
  base: MeasuredContender | undefined,
  computeRatio: Ratio,
): string =>
  base === undefined
    ? ""
    : formatNumber(
        median(row.rounds.map((figures, index) => computeRatio(figures, base.rounds[index]!))),
        2,
      );

type Column = [title: string, format: (row: MeasuredContender) => number | string];

/** Formats a section's table. */
export const buildTable = (
  section: BenchSection,
  measured: readonly MeasuredContender[],
): string => {
  const findContender = (name: string | undefined): MeasuredContender | undefined =>
    measured.find(({ contender }) => contender.name === name);
  const grows = measured.some(({ contender }) => contender.from !== undefined);
  const against: Column[] = grows
    ? [["times the CPU", (row) => formatRatio(row, findContender(row.contender.from), dearer)]]
    : [
        ["of the limit", (row) => formatRatio(row, findContender(LIMIT), cheaper)],
        ["times Koa + Knex", (row) => formatRatio(row, findContender(KOA), cheaper)],
        ["requests/s to the limit", (row) => formatRatio(row, findContender(LIMIT), faster)],
      ];
  const fsyncs: Column = [
    "fsyncs/request",
    ({ fsyncs = "" }) => (typeof fsyncs === "number" ? formatNumber(fsyncs, 2) : fsyncs),
  ];
  const columns: Column[] = [
    ["", ({ contender }) => contender.name],
    ["CPU µs", (row) => formatMedian(row, "cpuUs", 1)],
    ...against,
    ["requests/s", (row) => formatMedian(row, "perSecond")],
    ["p50 ms", (row) => formatMedian(row, "p50", 2)],
    ["p99 ms", (row) => formatMedian(row, "p99", 2)],
    ["server busy", (row) => formatMedian(row, "serverBusyShare", 2)],
    ["load busy", (row) => formatMedian(row, "busyShare", 2)],
    ["memory MB", ({ memory }) => formatNumber(memory / 1e6)],
    ["bytes", ({ bytes }) => bytes],
    ...(section.fsyncs ? [fsyncs] : []),
  ];
  const lines = [
    formatRow(columns.map(([title]) => title)),
    formatRule(columns),
    ...measured.map((row) => formatRow(columns.map(([, format]) => format(row)))),
  ];
  return `## ${section.title}\n\n${section.connections} connections.\n\n${lines.join("\n")}\n`;
};
