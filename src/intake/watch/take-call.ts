import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import {
  type CallAudio,
  type CallOutcome,
  type CallSink,
  describeRefusal,
} from "../call-sinks/call-sink.js";
import { describeNotices } from "../../../graph/recordings/describe-notices.js";
import { type CallFacts, readNameFacts } from "./call-facts.js";
import { buildCallFields } from "./call-fields.js";
import type { CallUnit } from "./call-units.js";
import { readCdrFacts } from "./cdr-facts.js";
import { openFile, splitPath } from "./folder-files.js";
import { joinSides } from "./join-sides.js";
import { readSidecar, SIDECAR } from "./sidecars.js";
import type { FileSize } from "./settled-files.js";

const MAX_SIDECAR_BYTES = 1024 * 1024;

/** What happens to a call's files. `note` is written beside them. */
export type TakenCall =
  | { kind: "done"; recordingId?: string; note?: string }
  | { kind: "failed"; note: string }
  /** The call has no user yet, but the phone system may still post one. */
  | { kind: "incomplete"; note: string }
  | { kind: "later"; reason: string }
  /** A file was removed or replaced since it was listed. */
  | { kind: "gone" };

export interface TakeCallDependencies {
  root: Buffer;
  sink: CallSink;
  zone: string;
  rep: "r" | "t";
  /** The e-mail of the user of calls that name none. */
  user?: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The file is gone, or a link is in its place: no fault of the call, whose file may come back. */
class FileGoneError extends Error {}

/** @throws FileGoneError */
const requireFile = async (root: Buffer, relative: Buffer): Promise<FileHandle> => {
  const file = await openFile(root, relative);
  if (!file) throw new FileGoneError();
  return file;
};

const readSidecarFacts = async (
  { root, zone }: TakeCallDependencies,
  relative: Buffer | undefined,
): Promise<CallFacts> => {
  if (!relative) return {};
  const file = await requireFile(root, relative);
  try {
    if ((await file.stat()).size > MAX_SIDECAR_BYTES)
      throw invalidField(SIDECAR, "is larger than 1 MiB");
    const extension = relative.toString("latin1").split(".").at(-1)!.toLowerCase();
    return readCdrFacts(readSidecar(extension, await file.readFile()), zone);
  } finally {
    await file.close();
  }
};

const withoutUndefined = (facts: CallFacts): CallFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Opens the audio of a call: its file, or both sides as one stereo file with the rep's first. */
const openAudio = async (
  { root, rep }: TakeCallDependencies,
  unit: CallUnit,
  opened: FileHandle[],
): Promise<CallAudio> => {
  for (const { relative } of unit.audio) opened.push(await requireFile(root, relative));
  const name = splitPath(unit.audio[0]!.relative).name.toString();
  const [first, second] = opened;
  if (!second)
    return {
      name,
      open: () => createReadStream("", { fd: first!, start: 0, autoClose: false }),
    };
  const isRepFirst = unit.audio[0]!.side === rep;
  const open = await joinSides(isRepFirst ? first! : second, isRepFirst ? second : first!);
  return { name: "call.wav", open };
};

const isWithoutUser = (outcome: CallOutcome, fields: Record<string, string>): boolean =>
  outcome.kind === "refused" && outcome.field === "user_email" && !fields["user_email"];

/**
 * Sends the call without a user if only its own number is known: the phone system may have posted who answered. If it
 * hasn't, the call belongs to the number.
 */
const sendToSink = async (
  parts: TakeCallDependencies,
  unit: CallUnit,
  fields: Record<string, string>,
  ownNumber: string | undefined,
): Promise<CallOutcome> => {
  const opened: FileHandle[] = [];
  const attempt = async (sent: Record<string, string>): Promise<CallOutcome> =>
    parts.sink.send(sent, await openAudio(parts, unit, opened));
  try {
    const outcome = await attempt(fields);
    return ownNumber !== undefined && isWithoutUser(outcome, fields)
      ? await attempt({ ...fields, user_phone: ownNumber })
      : outcome;
  } finally {
    for (const file of opened) await file.close();
  }
};

const NO_USER =
  "the call names no user; its name, a sidecar or the phone system's details need an extension";

const describeDone = ({ notices }: CallOutcome & { kind: "ingested" }): { note?: string } => {
  const note = describeNotices(notices);
  return note === null ? {} : { note };
};

const send = async (
  parts: TakeCallDependencies,
  unit: CallUnit,
  modifiedAt: number,
): Promise<TakenCall> => {
  const { zone, now, user } = parts;
  const name = withoutUndefined(readNameFacts(unit.groups, zone));
  const sidecar = withoutUndefined(await readSidecarFacts(parts, unit.sidecar));
  const facts = { ...name, ...sidecar, fields: { ...name.fields, ...sidecar.fields } };
  const sent = buildCallFields(unit, facts, { modifiedAt, now: now(), user });
  const outcome = await sendToSink(parts, unit, sent, facts.ownNumber);
  switch (outcome.kind) {
    case "ingested":
      return { kind: "done", recordingId: outcome.recordingId, ...describeDone(outcome) };
    case "unchanged":
      return { kind: "done", note: "The call's recording is processed already, and kept." };
    case "waiting": {
      const number = facts.extension ?? facts.userPhone ?? facts.ownNumber ?? "in the details";
      return {
        kind: "done",
        note: `No user has this number yet (${number}). debrief keeps the call until one does.`,
      };
    }
    case "refused":
      if (isWithoutUser(outcome, sent)) return { kind: "incomplete", note: NO_USER };
      return { kind: "failed", note: describeRefusal(outcome.field, outcome.reason) };
    case "busy":
      return { kind: "later", reason: outcome.reason };
  }
};

const SIDECAR_STEP = "correct it, then move it and its recording back into the folder";

const describeFailure = ({ field, reason }: Failure): string => {
  const text = describeRefusal(field, reason);
  return field === SIDECAR ? `${text}; ${SIDECAR_STEP}` : text;
};

/** Sends a call and returns what to do with its files. @throws errors that don't concern the call */
export const takeCall = async (
  parts: TakeCallDependencies,
  unit: CallUnit,
  { modifiedAt }: FileSize,
): Promise<TakenCall> => {
  try {
    return await send(parts, unit, modifiedAt);
  } catch (error) {
    if (error instanceof FileGoneError) return { kind: "gone" };
    if (!(error instanceof Failure)) throw error;
    return { kind: "failed", note: describeFailure(error) };
  }
};
