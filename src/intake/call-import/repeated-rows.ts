import { CallTableError, type TableRow } from "./call-table.js";
import { describeRounded, isRounded } from "./rounded-numbers.js";
import { findCallId } from "./row-fields.js";

/** What happens to a row whose call another row has. */
export interface RepeatedRow {
  /** `left_out`: the row adds nothing to the call. */
  kind: "left_out" | "refused";
  reason: string;
}

/** What decides between the rows of a call. */
interface Candidate {
  line: number;
  start: string | undefined;
  file: string | undefined;
  seconds: number;
}

const readCandidate = ({ line, cells }: TableRow): Candidate => ({
  line,
  start: cells.started_at,
  file: cells.file,
  seconds: Number(cells.duration_ms ?? Number.NaN) / 1000 || Number(cells.duration_seconds) || 0,
});

/** Returns whether `one` has more of the call: it was answered, then it has a file. The first row wins a draw. */
const isBetter = (one: Candidate, other: Candidate): boolean => {
  const [answered, otherAnswered] = [one.seconds > 0, other.seconds > 0];
  if (answered !== otherAnswered) return answered;
  return one.file !== undefined && other.file === undefined;
};

const describe = (id: string, { cells }: TableRow, best: Candidate): RepeatedRow => {
  const loser = readCandidate({ line: 0, cells });
  const differences = [
    ...(loser.start === best.start ? [] : ["start"]),
    ...(loser.file === best.file ? [] : ["file"]),
  ];
  const hasOwnFile = loser.file !== undefined && loser.file !== best.file;
  const call = `call_id ${JSON.stringify(id)}`;
  if (loser.seconds === 0 && best.seconds > 0 && !hasOwnFile)
    return {
      kind: "left_out",
      reason: `the same call as line ${best.line}, which was answered: ${call}`,
    };
  if (differences.length === 0 && loser.seconds === best.seconds)
    return { kind: "left_out", reason: `repeats the call of line ${best.line}: ${call}` };
  const detail =
    differences.length === 0 ? "another duration" : `another ${differences.join(" and ")}`;
  return {
    kind: "refused",
    reason:
      `${call} is also in line ${best.line}, with ${detail}` +
      (isRounded(id) ? `; ${describeRounded("call_id", id)}` : ""),
  };
};

/** The row of each call that has the most of it. Keeps some 100 bytes per call. */
export class RepeatedRows {
  readonly #best = new Map<string, Candidate>();

  add(row: TableRow): void {
    const id = findCallId(row.cells);
    if (id === undefined || row.refusal !== undefined) return;
    const candidate = readCandidate(row);
    const best = this.#best.get(id);
    if (!best || isBetter(candidate, best)) this.#best.set(id, candidate);
  }

  /** Returns what happens to a row that isn't its call's best; undefined for all others. */
  find(row: TableRow): RepeatedRow | undefined {
    const id = findCallId(row.cells);
    const best = id === undefined ? undefined : this.#best.get(id);
    return best && best.line !== row.line && row.refusal === undefined
      ? describe(id!, row, best)
      : undefined;
  }
}

/**
 * Reads a table up to its end, or up to where it can't be read: the import stops there, after the rows before.
 */
export const findRepeatedRows = async (rows: AsyncIterable<TableRow>): Promise<RepeatedRows> => {
  const repeated = new RepeatedRows();
  try {
    for await (const row of rows) repeated.add(row);
  } catch (error) {
    if (!(error instanceof CallTableError)) throw error;
  }
  return repeated;
};
