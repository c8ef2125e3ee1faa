import { parseLimitedForm } from "../../arguments/body-limits.js";
import type { Payload } from "../payload.js";
import { type Adapter, parseJson, withoutUndefined } from "./adapter.js";
import { hasBasicLogin } from "./basic-login.js";
import { repairQuotes } from "./repair-quotes.js";

const fieldPaths = {
  callId: "variables.uuid",
  // The direction determines which variable contains it.
  extension: "extension",
  startedAt: "variables.start_uepoch",
  duration: "variables.billmsec",
} as const;

const FORM_PREFIX = "cdr=";

/** Parses the JSON in a form's field, even if the form's encoding left the quotes of values as they are. */
const parseField = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch (error) {
    const repaired = error instanceof SyntaxError ? repairQuotes(text) : undefined;
    if (repaired === undefined) throw error;
    return parseJson(repaired);
  }
};

/** With `encode`, the JSON is a field of a form. With `disable-100-continue`, JSON comes with a form's media type. */
const parseCdr = (body: string): unknown =>
  body.startsWith(FORM_PREFIX)
    ? parseField(parseLimitedForm(body)[FORM_PREFIX.slice(0, -1)]!)
    : parseJson(body);

/** Reads a channel variable. `encode-values`, which is on by default, percent-encodes it. */
const readVariable = (payload: Payload, name: string): string | undefined => {
  const text = payload.text(`variables.${name}`);
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return text;
  }
};

const findIgnoredReason = (payload: Payload): string | undefined => {
  const isAnswered = (payload.number("variables.answer_epoch") ?? 0) > 0;
  const isBridged = (payload.number("variables.bridge_epoch") ?? 0) > 0;
  if (payload.text("channel_data.direction") === "outbound")
    return "This is the second leg of a call";
  if (!isAnswered) return "The call was not answered";
  if (!isBridged) return "The call was not connected to another party";
  if (readVariable(payload, "call_direction") === "local") return "The call is internal";
  return undefined;
};

/** Reads both parties from the first leg. Only a registered user of FreeSWITCH has `user_name`. */
const readParties = (payload: Payload) => {
  const variable = (name: string) => readVariable(payload, name);
  const caller = variable("user_name");
  const dialed = variable("sip_req_user");
  if (caller !== undefined && variable("call_direction") !== "inbound")
    return { direction: "outbound", extension: caller, customerPhone: dialed };
  return {
    direction: "inbound",
    extension: variable("last_sent_callee_id_number") ?? variable("dialed_user"),
    customerPhone: variable("sip_from_user"),
    ownNumber: dialed,
  };
};

/** Reads the call detail records of FreeSWITCH's mod_json_cdr. */
export const freeswitch: Adapter = {
  title: "FreeSWITCH",
  mediaTypes: ["application/json", "application/x-www-form-urlencoded"],
  parse: parseCdr,
  fieldPaths,
  secretDescription: "The value of the parameter cred: user:password",
  isSigned: hasBasicLogin,
  read: (payload) => {
    const callId = payload.required(fieldPaths.callId, payload.text(fieldPaths.callId));
    const ignoredReason = findIgnoredReason(payload);
    if (ignoredReason !== undefined) return { ignoredReason };
    const { direction, extension, customerPhone, ownNumber } = readParties(payload);
    const startedAt = payload.unix(fieldPaths.startedAt, 0.001);
    return {
      call: {
        callId,
        extension,
        startedAt: payload.required(fieldPaths.startedAt, startedAt),
        duration: payload.number(fieldPaths.duration),
        customerPhone,
        customFields: withoutUndefined({
          direction,
          extension,
          customer_number: customerPhone,
          own_number: ownNumber,
          hangup_cause: readVariable(payload, "hangup_cause"),
        }),
      },
    };
  },
};
