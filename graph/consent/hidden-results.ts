import type { GraphQLResolveInfo } from "graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Context } from "../context/context.js";
import { Failure } from "../core/errors.js";
import { selectsReceipts } from "../access/receipts.js";
import { isHiddenFrom } from "./hidden.js";

const isRecording = (value: unknown): value is RecordingRow =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "refusal");

/** /v1 returns the recording's name for a call. */
const isName = (field: string): boolean => field === "Recording.name";

/**
 * Returns a mutation's result without the content of a recording that queries hide from the caller.
 * @throws NOT_FOUND if the caller selects more than receipts and the name
 */
export const withoutHidden = (
  result: unknown,
  context: Context,
  info: GraphQLResolveInfo,
): unknown => {
  if (typeof result !== "object" || result === null) return result;
  if (!isRecording(result))
    return "recording" in result && isRecording(result.recording)
      ? { ...result, recording: withoutHidden(result.recording, context, info) }
      : result;
  if (!isHiddenFrom(context, result)) return result;
  if (!selectsReceipts(info, isName))
    throw new Failure("NOT_FOUND", "The call is stored, and hidden: its customer refused consent");
  return { ...result, name: "" };
};
