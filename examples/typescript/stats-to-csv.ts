// Writes statistics by user or team as CSV.
//   node build/examples/typescript/stats-to-csv.js user 2026-11-01 2026-11-30 > november.csv
import { answerOf, connect, fail } from "./api.js";

const COLUMNS = [
  "name",
  "email",
  "totalRecordings",
  "recordingsClosed",
  "avgRecordingDuration",
  "avgTalkRatio",
  "avgQuestionsAsked",
  "avgProcessScore",
  "recordingsWithActions",
  "reviewedCount",
] as const;

/** A spreadsheet runs text that starts with one of these as a formula. */
const FORMULA = /^[=+\-@]/;

const cell = (value: string | number | null): string => {
  if (typeof value !== "string") return String(value ?? "");
  return `"${value.replace(FORMULA, "'$&").replaceAll('"', '""')}"`;
};

const usage = (): never => fail("usage: stats-to-csv user|team START END");

const [group, startDate = usage(), endDate = usage()] = process.argv.slice(2);
const groupBy = group === "user" || group === "team" ? group : usage();
const { stats } = await answerOf(
  connect().GET("/v1/stats", { params: { query: { groupBy, startDate, endDate } } }),
);
console.log(COLUMNS.join(","));
for (const entry of stats) console.log(COLUMNS.map((column) => cell(entry[column])).join(","));
