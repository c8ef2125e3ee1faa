import { dirname } from "node:path";
import {
  type Command,
  print,
  printJson,
  printToStderr,
  RefusedError,
  UsageError,
} from "../../base/config/command.js";
import { rethrowAsRefusedError } from "./file-errors.js";
import { createProgress } from "./progress.js";
import { runAsOrganization } from "./run-as-organization.js";
import { jsonFlag, orgFlag } from "./shared-flags.js";

const readText = (flags: Record<string, unknown>, name: string): string | undefined =>
  typeof flags[name] === "string" ? flags[name] : undefined;

const requireZone = (zone: string): string => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new UsageError("--zone must be a time zone such as Europe/Berlin");
  }
};

const parseColumns = async (text: string | undefined) => {
  const { TABLE_COLUMNS } = await import("../../intake/call-import/call-table.js");
  const pairs = (text === undefined ? [] : text.split(",")).map((pair) => {
    const [name = "", source = ""] = pair.split("=", 2);
    const column = TABLE_COLUMNS.find((known) => known === name);
    if (column === undefined || source === "")
      throw new UsageError(
        `--columns must be pairs such as started_at=calldate; the first of each is one of ${TABLE_COLUMNS.join(", ")}`,
      );
    return [column, source] as const;
  });
  return new Map(pairs);
};

/** Turns errors of the table into one-line messages. */
const rethrowTableError = async (error: unknown): Promise<never> => {
  const { CallTableError } = await import("../../intake/call-import/call-table.js");
  throw error instanceof CallTableError ? new RefusedError(error.message) : error;
};

async function* readRows<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  try {
    yield* rows;
  } catch (error) {
    await rethrowTableError(error);
  }
}

export const importCalls: Command = {
  usage:
    "import-calls <table.csv> --org <organization> [--files <folder>] [--zone <zone>] [--columns <name=header,…>] [--check] [--json]",
  description: "import old calls and their files from a CSV table",
  details: "Running it again continues an interrupted import. See docs/history.md.",
  requiredArgs: 1,
  options: {
    ...orgFlag,
    files: {
      type: "string",
      value: "<folder>",
      description: "the folder of the files; default: the table's folder",
    },
    zone: {
      type: "string",
      value: "<zone>",
      description: "the time zone of local times, such as Europe/Berlin",
    },
    columns: {
      type: "string",
      value: "<name=header,…>",
      description: "the table's headers for columns, such as started_at=calldate",
    },
    check: { type: "boolean", description: "validate every row and write nothing" },
    ...jsonFlag,
  },
  takesSettings: true,
  run: async (call) => {
    const { flags } = call;
    const table = call.args[0]!;
    const zone = readText(flags, "zone");
    const columns = await parseColumns(readText(flags, "columns"));
    const parts = { zone: zone && requireZone(zone), isCheck: flags["check"] === true };
    const { openCallTable } = await import("../../intake/call-import/call-table.js");
    const { findRepeatedRows } = await import("../../intake/call-import/repeated-rows.js");
    const { createImportReport } = await import("../../intake/call-import/import-report.js");
    const { createRowImport } = await import("../../intake/call-import/import-calls.js");
    const { createDatabaseSink } = await import("../../intake/call-sinks/database-sink.js");
    const { openTableFiles } = await import("../../intake/call-import/table-files.js");
    const { createSchema } = await import("../../../graph/schema.js");
    await runAsOrganization(call, async (_, { program: services, id: organizationId }) => {
      const open = async () => openCallTable(table, columns).catch(rethrowTableError);
      const { files, ignoredColumns, rows, repeated } = await rethrowAsRefusedError(
        table,
        async () => ({
          files: await openTableFiles(readText(flags, "files") ?? dirname(table)),
          repeated: await findRepeatedRows((await open()).rows),
          ...(await open()),
        }),
      );
      if (ignoredColumns.length > 0)
        printToStderr(
          `ignored columns: ${ignoredColumns.map((name) => JSON.stringify(name)).join(", ")}`,
        );
      const sink = createDatabaseSink(services, createSchema(), organizationId);
      const importRow = createRowImport({ sink, files, repeated, now: services.now, ...parts });
      const report = createImportReport(printToStderr);
      const progress = createProgress();
      for await (const row of readRows(rows)) {
        report.add(row.line, await importRow(row), progress.end);
        progress.show(report.rows());
      }
      progress.end();
      if (flags["json"]) printJson(report.json());
      else print(report.summary(parts.isCheck));
      const { refused } = report.counts;
      if (refused > 0) throw new RefusedError(`${refused} of ${report.rows()} rows were refused`);
    });
  },
};
