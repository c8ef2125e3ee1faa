import { KeyScopes } from "../../../graph/core/key-scopes.js";
import { type AccessGroup, type CallerColumn, type Reach, callerColumns } from "./group.js";

const headings: Record<CallerColumn, string> = {
  admin: "admin",
  manager: "manager",
  rep: "rep",
  apiKey: "`dbk_`",
  internalToken: "`dbi_`",
};

const cells: Record<Reach, string> = { all: "yes", theirs: "theirs", own: "own" };

const formatRow = (row: readonly string[]): string => `| ${row.join(" | ")} |`;

/** Formats the access table as in SECURITY.md. */
export const formatSecurityTable = (groups: readonly AccessGroup[]): string => {
  const scopes = Object.values(KeyScopes);
  const heading = ["To", ...callerColumns.map((column) => headings[column])];
  const head = [...heading, ...scopes.map((scope) => `\`${scope}\``)];
  const rows = groups.map((group) => [
    group.title,
    ...callerColumns.map((column) => (group[column] ? cells[group[column]] : "–")),
    ...scopes.map((scope) => (group.keyScope === scope ? "yes" : "–")),
  ]);
  return [formatRow(head), `|${"---|".repeat(head.length)}`, ...rows.map(formatRow)].join("\n");
};
