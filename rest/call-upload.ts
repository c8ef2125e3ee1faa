import type { GraphQLSchema } from "graphql";
import type { Credential } from "../graph/core/credential.js";
import { requireCallUser } from "../graph/calls/call-user.js";
import { validatePersonsFields } from "../graph/calls/persons-call.js";
import { validateCreatedAt } from "../graph/calls/created-at.js";
import { parseTime } from "../graph/arguments/time.js";
import { validateLimits } from "../graph/arguments/limits.js";
import type { UploadedFile } from "../graph/core/ports.js";
import type { OperationVariable } from "../graph/arguments/variables.js";
import { uploadedCallRoute, uploadRoute } from "./routes/calls.js";
import { checkVariables, withCallerNames } from "./handler.js";
import { type ParsedVariables, readTexts } from "./request-variables.js";
import type { RequestState } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";
import { compileRoute, type Route } from "./route.js";
import { runOperation } from "./run-operation.js";

/** The request, or the job, that creates the recording. */
export interface UploadRequest {
  credential: Credential;
  requestId: string;
  state: Pick<RequestState, "error">;
}

/** The recording of a call, and what was repaired or left out in its transcript. */
export interface CreatedCall {
  recordingId: string;
  notices?: ParsedVariables["notices"];
}

/** Creates the recording of a call that arrived without a form. */
export interface CallUpload {
  /** Returns the names of the form's fields. */
  listFields: () => ReadonlySet<string>;
  /**
   * Validates the form fields, given as texts, and finds the user, as far as the caller may send them. Returns what is to be repaired or left out in the
   * transcript. @throws the errors of a form upload
   */
  check: (
    fields: Record<string, string>,
    request: Pick<UploadRequest, "state" | "credential">,
  ) => Promise<ParsedVariables["notices"]>;
  /** Creates or updates the call's recording. @throws the errors of a form upload */
  run: (
    fields: Record<string, string>,
    upload: UploadedFile | undefined,
    request: UploadRequest,
  ) => Promise<CreatedCall>;
  /** Returns the JSON of a form upload's response for a recording. @throws NOT_FOUND */
  load: (recordingId: string, request: UploadRequest) => Promise<string>;
}

/** Builds the operation's argument `input` from the values of its variables. */
const buildInput = (
  variables: readonly OperationVariable[],
  values: ParsedVariables["values"],
): Record<string, unknown> =>
  Object.fromEntries(
    variables.flatMap(({ name, path }) =>
      values[name] === undefined ? [] : [[String(path.at(-1)), values[name]]],
    ),
  );

const compileRoutes = (schema: GraphQLSchema, route: Route) => ({
  call: compileRoute(schema, route),
  stored: compileRoute(schema, uploadedCallRoute),
});

/** `sentBy`: how calls are sent, which determines their fields. */
export const createCallUpload = (
  schema: GraphQLSchema,
  services: RestServices,
  sentBy: Route = uploadRoute,
): CallUpload => {
  // Compiled at the first upload, because few servers need it.
  let compiled: ReturnType<typeof compileRoutes> | undefined;
  const routes = () => (compiled ??= compileRoutes(schema, sentBy));
  const checkAnd = async <T>(
    fields: Record<string, string>,
    state: UploadRequest["state"],
    work: (parsed: ParsedVariables) => Promise<T>,
  ): Promise<T> => {
    const { call: route } = routes();
    const parsed = readTexts(route, new URLSearchParams(fields), new Set(), "must be UTF-8");
    return withCallerNames(route, { state }, parsed, async () => {
      await checkVariables(route, parsed);
      return work(parsed);
    });
  };
  return {
    listFields: () => new Set([...routes().call.names.values()].flat()),
    check: async (fields, { credential, state }) =>
      checkAnd(fields, state, async ({ values, notices }) => {
        const { args } = schema.getMutationType()!.getFields()["ingestCall"]!;
        const input = buildInput(routes().call.variables, values);
        validateLimits({ input }, args);
        validatePersonsFields(credential, input);
        validateCreatedAt({ createdAt: parseTime(String(input["createdAt"])) }, services.now());
        // A user that the call creates, or a user with the number, may exist by the time the file is complete.
        if (typeof input["userEmail"] === "string" && !input["upsertUser"])
          await requireCallUser(
            services.db,
            { organizationId: credential.organizationId!, scope: credential.scope },
            { userEmail: input["userEmail"] },
          );
        return notices;
      }),
    run: async (fields, upload, { credential, requestId, state }) =>
      checkAnd(fields, state, async ({ values, notices }) => {
        const request = { values, notices, credential, requestId, upload };
        const { body } = await runOperation(services, routes().call, request);
        const { recording } = JSON.parse(body) as { recording: { id: string } };
        return { recordingId: recording.id, notices };
      }),
    load: async (id, { credential, requestId }) =>
      (await runOperation(services, routes().stored, { values: { id }, credential, requestId }))
        .body,
  };
};
