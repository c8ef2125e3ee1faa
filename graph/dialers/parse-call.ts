import { coerceInputValue, GraphQLNonNull, type GraphQLSchema, isInputObjectType } from "graphql";
import type { CallInput } from "../calls/call-input.js";
import { Failure } from "../core/errors.js";
import { validateLimits } from "../arguments/limits.js";
import { validateRequired, validateValues } from "../arguments/variables.js";
import { type Adapter, withoutUndefined, type VendorCall } from "./adapters/adapter.js";
import { Payload } from "./payload.js";

type Values = Record<string, unknown>;

/** The result of parsing a phone system's payload. */
export interface ParsedCall {
  /** Undefined for an ignored event. */
  input?: CallInput;
  /** Why the event is ignored. */
  ignoredReason?: string;
  /** With the adapter's prefix; undefined if the payload has no readable id. */
  callId: string | undefined;
  /** Names of ignored payload fields. */
  ignoredFields: string[];
}

/** Coerces a call to CallInput. @throws the schema's failures, with its field names */
const coerceCall = (schema: GraphQLSchema, call: Values): CallInput => {
  const type = schema.getType("CallInput");
  if (!isInputObjectType(type)) throw new Error("the schema has no CallInput");
  const variable = { name: "input", type: new GraphQLNonNull(type), path: ["input"] };
  validateRequired([variable], { input: call });
  validateValues([variable], { input: call });
  const input = coerceInputValue(call, type) as CallInput;
  validateLimits({ input }, schema.getMutationType()!.getFields()["ingestCall"]!.args);
  return input;
};

/** Translates a failure's field from CallInput's name to the vendor's. */
export const withVendorFieldNames = (
  from: Adapter["fieldPaths"],
  failure: Failure,
  { userEmail }: { userEmail?: string | undefined } = {},
): Failure => {
  const { field } = failure;
  if (field === undefined) return failure;
  // A conflict concerns debrief's call, not about a value that the vendor sent.
  if (failure.code === "CONFLICT" && field === "callId") return failure.withField("call_id");
  const names = userEmail === undefined ? from : { ...from, userEmail: "user_email" };
  const callField = Object.keys(names).find(
    (name) => field === name || field.startsWith(`${name}.`),
  );
  return callField === undefined
    ? failure
    : failure.withField((names[callField] ?? callField) + field.slice(callField.length));
};

const findCallId = (payload: Payload, from: Adapter["fieldPaths"]): string | undefined => {
  try {
    return payload.id(from["callId"]!);
  } catch {
    return undefined;
  }
};

/** Adds the user's email: the payload's, else the URL's. @throws USER_NOT_FOUND if nothing names the user */
const withUserEmail = (
  call: VendorCall,
  userEmail: string | undefined,
  from: Adapter["fieldPaths"],
): VendorCall => {
  if (call.userEmail !== undefined || userEmail !== undefined)
    return { ...call, userEmail: call.userEmail ?? userEmail };
  if (call.extension !== undefined || call.userPhone !== undefined) return call;
  throw new Failure(
    "USER_NOT_FOUND",
    "doesn't identify the user, and neither does user_email in the URL",
    from["userEmail"] ?? from["extension"] ?? "payload",
  );
};

/**
 * Parses a phone system's payload. `prefix` is put before its call id. Calls `onRead` with the call id and the ignored
 * fields as soon as each is known, even if the payload turns out to be invalid.
 * @throws Failure with the vendor's field names
 */
export const parseCall = (
  schema: GraphQLSchema,
  adapter: Pick<Adapter, "read" | "fieldPaths">,
  { prefix, values, userEmail }: { prefix: string; values: Values; userEmail: string | undefined },
  onRead: (details: { callId?: string; ignoredFields?: string[] }) => void = () => {},
): ParsedCall => {
  const payload = new Payload(values);
  const vendorCallId = findCallId(payload, adapter.fieldPaths);
  const callId = vendorCallId === undefined ? undefined : prefix + vendorCallId;
  if (callId !== undefined) onRead({ callId });
  const reading = adapter.read(payload);
  const ignoredFields = payload.listIgnoredFields();
  onRead({ ignoredFields });
  if ("ignoredReason" in reading)
    return { ignoredReason: reading.ignoredReason, callId, ignoredFields };
  const call = withUserEmail(reading.call, userEmail, adapter.fieldPaths);
  try {
    const input = coerceCall(schema, withoutUndefined({ ...call, callId: prefix + call.callId }));
    return { input, callId, ignoredFields };
  } catch (error) {
    throw error instanceof Failure
      ? withVendorFieldNames(
          adapter.fieldPaths,
          error,
          reading.call.userEmail === undefined ? { userEmail } : {},
        )
      : error;
  }
};
