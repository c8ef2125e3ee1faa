import "reflect-metadata";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../../../db/engine/connect.js";
import { snapshot } from "../../../db/engine/snapshot.js";
import { createSchema } from "../../../graph/schema.js";
import { createExportLineReader, type ExportRequest } from "./export-line-reader.js";
import { createSpoolWriter } from "./spool.js";

/** The bytes in the spool so far, or why the export failed. */
export type ExportProgress = { written: number; isComplete: boolean } | { error: Error };

interface ExportWork {
  databaseUrl: string;
  request: ExportRequest;
  /** The spool's file. */
  fd: number;
  /** The spool's directory, whose free space is checked. */
  directory: string;
}

// Requests take precedence if cores are scarce, as for the statistics thread.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl, request, fd, directory } = workerData as ExportWork;

const report = (progress: ExportProgress): void => parentPort!.postMessage(progress);

const writeSpool = async (): Promise<void> => {
  const db = connect(databaseUrl, { readOnly: true });
  const append = createSpoolWriter(fd, directory);
  const readLines = createExportLineReader(createSchema());
  try {
    let written = 0;
    await snapshot(db, async (trx) => {
      for await (const text of readLines(trx, request)) {
        written = append(text);
        report({ written, isComplete: false });
      }
    });
    report({ written, isComplete: true });
  } catch (error) {
    report({ error: error as Error });
  } finally {
    await db.destroy();
  }
};

// Not awaited: threads of the executable are scripts.
void writeSpool();
