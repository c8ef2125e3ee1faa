import { createReadStream } from "node:fs";
import { basename } from "node:path";
import type { GraphQLSchema } from "graphql";
import { buildCallKey, findUnmappedCall } from "../../db/dialers/unmapped-calls.js";
import { findRecordingByCallId } from "../../db/recordings/recording.js";
import { classifyError, type Failure } from "../../graph/core/errors.js";
import { callRoute, uploadRoute } from "../../rest/calls.js";
import { createCallUpload, type CallUpload } from "../../rest/call-upload.js";
import type { RestServices } from "../../rest/rest-services.js";
import type { TableRow } from "./call-table.js";
import { buildFields } from "./row-fields.js";
import type { TableFiles } from "./table-files.js";

/** What became of a row: a recording, nothing new, a call that waits for its user, or nothing and why. */
export type RowOutcome =
  | { kind: "imported" | "unchanged" | "waiting" }
  | { kind: "refused"; reason: string };

interface ImportParts {
  services: RestServices;
  schema: GraphQLSchema;
  organizationId: string;
  files: TableFiles;
  /** The zone of local times. */
  zone: string | undefined;
  /** Whether rows are only validated. */
  isCheck: boolean;
}

/** Returns a failure under the name of the table's column. */
const describeFailure = ({ field, reason }: Failure): string => {
  if (field === undefined) return reason;
  const column = field === "customer" ? field : field.replace(/^customer\./, "customer_");
  return `${column} ${reason}`;
};

/** Creates the import of a row, which a repetition never doubles. It throws what isn't about the row. */
export const createRowImport = ({
  services,
  schema,
  organizationId,
  files,
  zone,
  isCheck,
}: ImportParts): ((row: TableRow) => Promise<RowOutcome>) => {
  const { db, media, uploads, newId } = services;
  const withFile = createCallUpload(schema, services, uploadRoute);
  const withoutFile = createCallUpload(schema, services, callRoute);

  const send = async (
    calls: CallUpload,
    fields: Record<string, string>,
    path: string | undefined,
  ): Promise<void> => {
    const request = {
      credential: { role: "integration", organizationId } as const,
      requestId: newId(),
      state: {},
    };
    if (path === undefined) return void (await calls.run(fields, undefined, request));
    const stored = await media.write(organizationId, createReadStream(path), uploads!.maxBytes, {
      hints: [basename(path)],
    });
    let isKept = false;
    try {
      await calls.run(fields, { ...stored, keep: () => void (isKept = true) }, request);
    } finally {
      if (!isKept) await media.remove(organizationId, stored.file);
    }
  };

  const importRow = async (row: TableRow): Promise<RowOutcome> => {
    if (row.refusal !== undefined) return { kind: "refused", reason: row.refusal };
    const fields = await buildFields(row, files, { zone, now: services.now() });
    const { file } = row.cells;
    const path = file === undefined ? undefined : await files.resolve("file", file);
    const calls = path === undefined ? withoutFile : withFile;
    await calls.check(fields, {});
    if (isCheck) return { kind: "unchanged" };
    const existing = await findRecordingByCallId(db, organizationId, fields["call_id"]!);
    if (existing?.status === "processed") return { kind: "unchanged" };
    await send(calls, fields, path);
    return { kind: "imported" };
  };

  return async (row) => {
    try {
      return await importRow(row);
    } catch (error) {
      const { failure, unexpected } = classifyError(error);
      if (unexpected || failure.code === "UNAVAILABLE") throw error;
      const callId = row.cells.call_id ?? `file:${row.cells.file}`;
      const isWaiting =
        failure.code === "USER_NOT_FOUND" &&
        (await findUnmappedCall(db, organizationId, buildCallKey(callId))) !== undefined;
      return isWaiting
        ? { kind: "waiting" }
        : { kind: "refused", reason: describeFailure(failure) };
    }
  };
};
