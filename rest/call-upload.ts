import type { GraphQLSchema } from "graphql";
import type { Credential } from "../graph/core/credential.js";
import type { UploadedFile } from "../graph/core/ports.js";
import { uploadRoute } from "./calls.js";
import { checkVariables, withCallerNames } from "./handler.js";
import { type ParsedVariables, readTexts } from "./request-variables.js";
import type { RequestState } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";
import { compileRoute } from "./route.js";
import { runOperation } from "./run-operation.js";

/** The request, or the job, that creates the recording. */
interface UploadRequest {
  credential: Credential;
  requestId: string;
  state: Pick<RequestState, "error">;
}

/** Creates the recording of a file that arrived without a form. */
export interface CallUpload {
  /** Validates the fields, which are those of the form, as texts. @throws what the form's upload throws */
  check: (fields: Record<string, string>, state: UploadRequest["state"]) => Promise<void>;
  /** Creates or updates the call's recording. Returns the JSON of the answer. @throws what the form's upload throws */
  run: (
    fields: Record<string, string>,
    upload: UploadedFile,
    request: UploadRequest,
  ) => Promise<string>;
}

/** @throws if the upload route doesn't fit the schema */
export const createCallUpload = (schema: GraphQLSchema, services: RestServices): CallUpload => {
  const route = compileRoute(schema, uploadRoute);
  const parse = (fields: Record<string, string>): ParsedVariables =>
    readTexts(route, new URLSearchParams(fields), new Set(), "must be UTF-8");
  const checkAnd = async <T>(
    fields: Record<string, string>,
    state: UploadRequest["state"],
    work: (values: ParsedVariables["values"]) => Promise<T>,
  ): Promise<T> => {
    const parsed = parse(fields);
    return withCallerNames(route, { state }, parsed, async () => {
      await checkVariables(route, parsed);
      return work(parsed.values);
    });
  };
  return {
    check: async (fields, state) => checkAnd(fields, state, async () => {}),
    run: async (fields, upload, { credential, requestId, state }) =>
      checkAnd(fields, state, async (values) => {
        const request = { values, credential, requestId, upload };
        return (await runOperation(services, route, request)).body;
      }),
  };
};
