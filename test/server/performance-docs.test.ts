import { readFileSync } from "node:fs";
import test from "ava";

const splitRow = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Reads the table after `start`: its head, and its rows by their first cell. */
const readTable = (
  text: string,
  start: string,
): { head: string[]; rows: Map<string, string[]> } => {
  const lines = text.slice(text.indexOf(start)).split("\n");
  const first = lines.findIndex((line) => line.startsWith("|"));
  const length = lines.slice(first).findIndex((line) => !line.startsWith("|"));
  const [head, , ...rows] = lines.slice(first, first + length).map(splitRow);
  return { head: head!, rows: new Map(rows.map((row) => [row[0]!, row])) };
};

/** The section and the row of the results that a row of docs/performance.md quotes. */
const SOURCES: Record<string, [section: string, row: string]> = {
  "`GET /v1/recordings`, 25 recordings": ["Page of 25 recordings", "debrief /v1"],
  "the same over `/graphql`": ["Page of 25 recordings", "debrief /graphql"],
  "`GET /v1/recordings/{id}`": ["Single recording", "debrief /v1"],
  "a transcript of 500 utterances": ["Transcript of 500 utterances", "debrief /v1"],
  "appointment upsert, 16 connections": ["Appointment upsert, 16 connections\n", "debrief /v1"],
  "nine reads and an upsert": ["Nine reads", "debrief /v1"],
};

test("docs/performance.md compares servers by the ratios of the results, and by nothing else", (t) => {
  const page = readFileSync("docs/performance.md", "utf8");
  const [, file] = /\]\(\.\.\/(bench\/results\/requests-[\d-]+\.md)\)/.exec(page)!;
  const results = readFileSync(file!, "utf8");
  const { head, rows } = readTable(page, "# Performance");
  // Medians of different rounds have another ratio than the rounds: beside a ratio they would contradict it.
  t.deepEqual(head, ["", "of the minimum", "times Koa + Knex"]);
  t.deepEqual([...rows.keys()], Object.keys(SOURCES));
  for (const [name, [section, row]] of Object.entries(SOURCES)) {
    const source = readTable(results, `## ${section}`);
    const columns = ["of the limit", "times Koa + Knex"].map((title) => source.head.indexOf(title));
    t.deepEqual(
      rows.get(name)!.slice(1),
      columns.map((column) => source.rows.get(row)![column]!),
      name,
    );
  }
});
