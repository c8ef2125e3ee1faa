import { createReadStream } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { Failure, invalidField } from "../../../graph/core/errors.js";
import { type CallAudio, type CallSink, describeRefusal } from "../call-sinks/call-sink.js";
import { type CallFacts, readNameFacts } from "./call-facts.js";
import type { CallUnit } from "./call-units.js";
import { readCdrFacts } from "./cdr-facts.js";
import { openFile, splitPath } from "./folder-files.js";
import { joinSides } from "./join-sides.js";
import { readSidecar } from "./sidecars.js";
import type { FileSize } from "./settled-files.js";

const DAY_MS = 24 * 60 * 60_000;
const MAX_SIDECAR_BYTES = 1024 * 1024;
/** The limit of Date. */
const MAX_DATE_MS = 8.64e15;

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
      throw invalidField("the sidecar", "is larger than 1 MiB");
    const extension = relative.toString("latin1").split(".").at(-1)!.toLowerCase();
    return readCdrFacts(readSidecar(extension, await file.readFile()), zone);
  } finally {
    await file.close();
  }
};

/** Returns a JSON object; undefined for other text. */
const parseObject = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const withoutUndefined = (facts: CallFacts): CallFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

const findCustomer = (text: string | undefined, phone: string | undefined): string | undefined => {
  if (phone === undefined) return text;
  const customer = text === undefined ? {} : parseObject(text);
  if (!customer) throw invalidField("customer", "must be an object");
  return JSON.stringify({ phone, ...customer });
};

/** @throws INVALID_FIELD for a time that a Date can't represent */
const formatTime = (time: number): string => {
  if (!(Math.abs(time) <= MAX_DATE_MS))
    throw invalidField(
      "the call's time",
      "is too far away; correct the file's name, sidecar or date",
    );
  return new Date(time).toISOString();
};

/** Returns the fields of an upload. Facts from a sidecar take precedence over the name's. */
const buildFields = (
  unit: CallUnit,
  facts: CallFacts,
  modifiedAt: number,
  now: number,
): Record<string, string> => {
  const { startedAt = Math.floor(modifiedAt - (facts.durationMs ?? 0)), durationMs = 0 } = facts;
  const startedText = formatTime(startedAt);
  const endedAt = startedAt + durationMs;
  const { extension, userEmail, userPhone, customerPhone, fields = {} } = facts;
  const customer = findCustomer(fields["customer"], customerPhone);
  const all = {
    ...fields,
    call_id: facts.callId ?? `file:${unit.stem}@${startedText}`,
    user_email: userEmail,
    user_phone: userPhone,
    extension,
    started_at: startedText,
    duration_ms: facts.durationMs === undefined ? undefined : String(facts.durationMs),
    // Today's file is a live call, which lists sort by its arrival.
    created_at: now - endedAt > DAY_MS ? formatTime(endedAt) : undefined,
    customer,
  };
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
};

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

const NO_USER =
  "the call names no user; its name, a sidecar or the phone system's details need an extension";

const send = async (
  parts: TakeCallDependencies,
  unit: CallUnit,
  modifiedAt: number,
): Promise<TakenCall> => {
  const { sink, zone, now } = parts;
  const opened: FileHandle[] = [];
  try {
    const name = withoutUndefined(readNameFacts(unit.groups, zone));
    const sidecar = withoutUndefined(await readSidecarFacts(parts, unit.sidecar));
    const fields = { ...name.fields, ...sidecar.fields };
    const facts = { ...name, ...sidecar, fields };
    const audio = await openAudio(parts, unit, opened);
    const sent = buildFields(unit, facts, modifiedAt, now());
    const outcome = await sink.send(sent, audio);
    switch (outcome.kind) {
      case "ingested":
        return { kind: "done", recordingId: outcome.recordingId };
      case "unchanged":
        return { kind: "done", note: "The call's recording is processed already, and kept." };
      case "waiting":
        return {
          kind: "done",
          note: `No user has this number yet (${facts.extension ?? facts.userPhone ?? "in the details"}). debrief keeps the call until one does.`,
        };
      case "refused":
        if (outcome.field === "user_email" && !sent["user_email"])
          return { kind: "incomplete", note: NO_USER };
        return { kind: "failed", note: describeRefusal(outcome.field, outcome.reason) };
      case "busy":
        return { kind: "later", reason: outcome.reason };
    }
  } finally {
    for (const file of opened) await file.close();
  }
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
    return { kind: "failed", note: describeRefusal(error.field, error.reason) };
  }
};
