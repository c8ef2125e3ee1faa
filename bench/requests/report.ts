import { cells, median, rule } from "../shared/table.js";
import type { Figures, Measured } from "./run.js";
import { KOA, LIMIT, type Section } from "./sections.js";

type Ratio = (of: Figures, to: Figures) => number;

const cheaper: Ratio = (of, to) => to.cpuUs / of.cpuUs;
const dearer: Ratio = (of, to) => of.cpuUs / to.cpuUs;
const faster: Ratio = (of, to) => of.perSecond / to.perSecond;

const round = (value: number, digits = 0): string => value.toFixed(digits);

const middle = ({ rounds }: Measured, figure: keyof Figures, digits = 0): string =>
  round(median(rounds.map((figures) => figures[figure])), digits);

/** Within a round, since the machine may be busier in another. */
const ratio = (one: Measured, base: Measured | undefined, of: Ratio): string =>
  base === undefined
    ? ""
    : round(median(one.rounds.map((figures, index) => of(figures, base.rounds[index]!))), 2);

type Column = [head: string, of: (one: Measured) => number | string];

/** The table of a section. */
export const tableOf = (section: Section, measured: readonly Measured[]): string => {
  const named = (name: string | undefined): Measured | undefined =>
    measured.find(({ contender }) => contender.name === name);
  const grows = measured.some(({ contender }) => contender.from !== undefined);
  const against: Column[] = grows
    ? [["times the CPU", (one) => ratio(one, named(one.contender.from), dearer)]]
    : [
        ["of the limit", (one) => ratio(one, named(LIMIT), cheaper)],
        ["times Koa + Knex", (one) => ratio(one, named(KOA), cheaper)],
        ["requests/s to the limit", (one) => ratio(one, named(LIMIT), faster)],
      ];
  const fsyncs: Column = [
    "fsyncs/request",
    ({ fsyncs = "" }) => (typeof fsyncs === "number" ? round(fsyncs, 2) : fsyncs),
  ];
  const columns: Column[] = [
    ["", ({ contender }) => contender.name],
    ["CPU µs", (one) => middle(one, "cpuUs", 1)],
    ...against,
    ["requests/s", (one) => middle(one, "perSecond")],
    ["p50 ms", (one) => middle(one, "p50", 2)],
    ["p99 ms", (one) => middle(one, "p99", 2)],
    ["server busy", (one) => middle(one, "serverBusy", 2)],
    ["load busy", (one) => middle(one, "busy", 2)],
    ["memory MB", ({ memory }) => round(memory / 1e6)],
    ["bytes", ({ bytes }) => bytes],
    ...(section.fsyncs ? [fsyncs] : []),
  ];
  const lines = [
    cells(columns.map(([head]) => head)),
    rule(columns),
    ...measured.map((one) => cells(columns.map(([, of]) => of(one)))),
  ];
  return `## ${section.title}\n\n${section.connections} connections.\n\n${lines.join("\n")}\n`;
};
