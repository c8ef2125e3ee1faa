import { join } from "node:path";
import type { GraphQLSchema } from "graphql";
import type { Db } from "../../../db/engine/connect.js";
import { createCallUpload, type CallUpload } from "../../../rest/call-upload.js";
import type { RestServices, UploadSlots } from "../../../rest/rest-services.js";
import { createUploadEnds, type UploadEnds } from "./finish-upload.js";
import { UploadFiles } from "./upload-files.js";

/** Uploads that arrive in parts: their files, and the step that turns a complete one into a recording. */
export interface ResumableUploads {
  files: UploadFiles;
  calls: CallUpload;
  ends: UploadEnds;
}

/** `mediaDirectory`: the media store's, on whose disk they are. */
export const createResumableUploads = (
  schema: GraphQLSchema,
  services: RestServices & { db: Db; uploads: UploadSlots },
  mediaDirectory: string,
): ResumableUploads => {
  const files = new UploadFiles({
    directory: join(mediaDirectory, ".uploads"),
    maxBytes: services.uploads.maxBytes,
    now: services.now,
  });
  const calls = createCallUpload(schema, services);
  return { files, calls, ends: createUploadEnds(services, files, calls) };
};
