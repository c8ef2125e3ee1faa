import { coerceInputValue, GraphQLNonNull, type GraphQLSchema, isInputObjectType } from "graphql";
import type { CallInput } from "../calls.js";
import { Failure } from "../errors.js";
import { checkLimits } from "../limits.js";
import { checkRequired, checkValues } from "../variables.js";
import { type Adapter, known, type ReadCall } from "./adapter.js";
import { Payload } from "./payload.js";

type Values = Record<string, unknown>;

/** What a phone system's payload came to. */
export interface Understood {
  /** Undefined where there is nothing to take. */
  input?: CallInput;
  /** Why there is not. */
  nothing?: string;
  /** As ingestCall has it; undefined where even that could not be read. */
  callId: string | undefined;
  /** The names of what was not read. */
  unread: string[];
}

/** The call as the schema takes it. @throws as the schema does, in its names */
const coerced = (schema: GraphQLSchema, call: Values): CallInput => {
  const type = schema.getType("CallInput");
  if (!isInputObjectType(type)) throw new Error("the schema has no CallInput");
  const variable = { name: "input", type: new GraphQLNonNull(type), path: ["input"] };
  checkRequired([variable], { input: call });
  checkValues([variable], { input: call });
  const input = coerceInputValue(call, type) as CallInput;
  checkLimits({ input }, schema.getMutationType()!.getFields()["ingestCall"]!.args);
  return input;
};

/** A refusal in the names of the payload that it is about. */
export const inNamesOf = (
  from: Adapter["from"],
  failure: Failure,
  { userEmail }: { userEmail?: string | undefined } = {},
): Failure => {
  const { field } = failure;
  if (field === undefined) return failure;
  const names = userEmail === undefined ? from : { ...from, userEmail: "user_email" };
  const known = Object.keys(names).find((name) => field === name || field.startsWith(`${name}.`));
  return known === undefined
    ? failure
    : failure.renamed((names[known] ?? known) + field.slice(known.length));
};

const callIdOf = (payload: Payload, from: Adapter["from"]): string | undefined => {
  try {
    return payload.id(from["callId"]!);
  } catch {
    return undefined;
  }
};

/** Whose call it is: as the payload says, else as the URL does. @throws USER_NOT_FOUND where neither does */
const withUser = (
  call: ReadCall,
  userEmail: string | undefined,
  from: Adapter["from"],
): ReadCall => {
  if (call.userEmail !== undefined || userEmail !== undefined)
    return { ...call, userEmail: call.userEmail ?? userEmail };
  throw new Failure(
    "USER_NOT_FOUND",
    "does not say whose call it was, and neither does user_email in the URL",
    from["userEmail"] ?? "payload",
  );
};

/**
 * Reads what a phone system has sent. `prefix` goes in front of its call ids. `seen` is told what is known
 * as soon as it is. @throws what is wrong with it, in the names of the payload
 */
export const understand = (
  schema: GraphQLSchema,
  adapter: Pick<Adapter, "read" | "from">,
  { prefix, values, userEmail }: { prefix: string; values: Values; userEmail: string | undefined },
  seen: (what: { callId?: string; unread?: string[] }) => void = () => {},
): Understood => {
  const payload = new Payload(values);
  const sent = callIdOf(payload, adapter.from);
  const callId = sent === undefined ? undefined : prefix + sent;
  if (callId !== undefined) seen({ callId });
  const reading = adapter.read(payload);
  const unread = payload.unread();
  seen({ unread });
  if ("nothing" in reading) return { nothing: reading.nothing, callId, unread };
  const own = reading.call.userEmail;
  const call = withUser(reading.call, userEmail, adapter.from);
  try {
    const input = coerced(schema, known({ ...call, callId: prefix + call.callId }));
    return { input, callId, unread };
  } catch (error) {
    throw error instanceof Failure
      ? inNamesOf(adapter.from, error, own === undefined ? { userEmail } : {})
      : error;
  }
};
