import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../../db/engine/connect.js";
import type { Api, ResponseBody } from "./api.js";
import {
  buildCallId,
  type CrashCase,
  type CountedEvent,
  buildEventId,
  type CaseView,
  buildCaseView,
} from "./cases.js";
import {
  loadEntriesByRecordings,
  type LedgerEntry,
  type EventEntry,
  loadEventsByRecordings,
  loadRecordingIds,
} from "./ledger.js";
import type { EventName } from "../../../graph/webhooks/events.js";
import { hooks } from "./receivers.js";

// A document may have 5,000 tokens.
const BATCH_SIZE = 40;

const FIELDS = `{
  name status source failureReason customFields eventId client { name } summary notes tags
  actionItems { text } transcript { text }
}`;

const readCases = async (api: Api, cases: CrashCase[]): Promise<ResponseBody> => {
  const parts = cases.map((it) => {
    const appointment = `a${it.n}: appointment(eventId: "${buildEventId(it)}") { title recordingId }`;
    const { recordingId } = it;
    return recordingId === null
      ? appointment
      : `${appointment} r${it.n}: recording(id: "${recordingId}") ${FIELDS}`;
  });
  return api.graphql(`{ ${parts.join("\n")} }`);
};

const texts = (list: { text: string }[] | null): string[] | null =>
  list && list.map(({ text }) => text);

const buildSeenView = (
  it: CrashCase,
  data: ResponseBody,
  events: EventEntry[],
  log: LedgerEntry[],
): CaseView => {
  const recording = data[`r${it.n}`];
  const appointment = data[`a${it.n}`];
  const count = (name: CountedEvent): number =>
    events.filter(({ event, test }) => (test ? "test" : event) === name).length;
  return {
    appointment: appointment && {
      title: appointment.title,
      matched: appointment.recordingId !== null && appointment.recordingId === it.recordingId,
    },
    recording: recording
      ? {
          ...recording,
          client: recording.client && recording.client.name,
          actionItems: texts(recording.actionItems),
          transcript: texts(recording.transcript)!,
        }
      : null,
    events: {
      "recording.processed": count("recording.processed"),
      "client.created": count("client.created"),
      "recording.integration_updated": count("recording.integration_updated"),
      test: count("test"),
    },
    redelivered: log.filter(({ redeliveryOf }) => redeliveryOf !== null).length,
  };
};

/** Each event has one delivery for each webhook that gets it, and says what happened to whom. */
const checkEvents = (
  it: CrashCase,
  events: EventEntry[],
  log: LedgerEntry[],
  nameOf: ReadonlyMap<string, string>,
): string[] =>
  events.flatMap((event) => {
    const found = log
      .filter(({ eventId, redeliveryOf }) => eventId === event.id && redeliveryOf === null)
      .map(({ webhookId }) => nameOf.get(webhookId) ?? "nobody's")
      .sort();
    const name = event.event as EventName;
    const wanted = Object.keys(hooks)
      .filter((hook) => hooks[hook]!.isSubscribed(name, it.source))
      .sort();
    const isWhole = event.test ? found.length === 1 : isDeepStrictEqual(found, wanted);
    const { event: sent, data } = JSON.parse(event.payload);
    const isRight =
      sent === event.event &&
      data.id === it.recordingId &&
      (event.test || (data.n === it.n && data.status === "processed" && data.notes !== ""));
    return [
      ...(isWhole
        ? []
        : [`event ${event.id} of case ${it.n} is for ${found.join()}, not ${wanted.join()}`]),
      ...(isRight ? [] : [`event ${event.id} of case ${it.n} says ${event.payload}`]),
    ];
  });

/**
 * Every acknowledged change is there, whole, with its events; one that got no answer is there like
 * that, or nothing of it is. What became of it is known from then on.
 */
export const checkCases = async (
  db: Db,
  api: Api,
  cases: CrashCase[],
  nameOf: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const problems: string[] = [];
  const ids = await loadRecordingIds(db, cases.map(buildCallId));
  for (const it of cases) it.recordingId = ids.get(buildCallId(it)) ?? null;
  const recordingIds = [...ids.values()];
  const events = Map.groupBy(await loadEventsByRecordings(db, recordingIds), (e) => e.recordingId);
  const log = Map.groupBy(await loadEntriesByRecordings(db, recordingIds), (e) => e.recordingId);
  for (let at = 0; at < cases.length; at += BATCH_SIZE) {
    const part = cases.slice(at, at + BATCH_SIZE);
    const data = await readCases(api, part);
    for (const it of part) {
      const own = events.get(it.recordingId ?? "") ?? [];
      const entries = log.get(it.recordingId ?? "") ?? [];
      const found = buildSeenView(it, data, own, entries);
      if (it.possibleState && isDeepStrictEqual(found, buildCaseView(it, it.possibleState)))
        it.state = it.possibleState;
      const wanted = buildCaseView(it, it.state);
      if (!isDeepStrictEqual(found, wanted))
        problems.push(
          `case ${it.n} (${it.recordingId}) is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}${
            it.possibleState ? ` nor ${JSON.stringify(buildCaseView(it, it.possibleState))}` : ""
          }`,
        );
      delete it.possibleState;
      problems.push(...checkEvents(it, own, entries, nameOf));
    }
  }
  return problems;
};
