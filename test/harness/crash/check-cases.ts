import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../../db/engine/connect.js";
import type { Api, ResponseBody } from "./api.js";
import {
  buildCallId,
  type CrashCase,
  type CountedEvent,
  buildEventId,
  mapEvents,
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

// Limited by the 5,000 tokens that a document may have.
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
    events: mapEvents(count),
    redelivered: log.filter(({ redeliveryOf }) => redeliveryOf !== null).length,
  };
};

/**
 * Checks that each event has one delivery per subscribed webhook, and names the case's recording.
 */
const checkEvents = (
  it: CrashCase,
  events: EventEntry[],
  log: LedgerEntry[],
  nameOf: ReadonlyMap<string, string>,
): string[] =>
  events.flatMap((event) => {
    const found = log
      .filter(
        ({ eventId, redeliveryOf, attempt }) =>
          eventId === event.id && redeliveryOf === null && attempt === 1,
      )
      .map(({ webhookId }) => nameOf.get(webhookId) ?? "unknown")
      .sort();
    const name = event.event as EventName;
    const expected = Object.keys(hooks)
      .filter((hook) => hooks[hook]!.isSubscribed(name, it.source))
      .sort();
    const hasAllDeliveries = event.test ? found.length === 1 : isDeepStrictEqual(found, expected);
    const { event: sent, data } = JSON.parse(event.payload);
    const hasRightPayload =
      sent === event.event &&
      data.id === it.recordingId &&
      (event.test ||
        (data.n === it.n &&
          data.status === it.state.events[name]?.status &&
          Boolean(data.notes) === (data.status === "processed")));
    return [
      ...(hasAllDeliveries
        ? []
        : [
            `event ${event.id} of case ${it.n} has deliveries to ${found.join()}, not ${expected.join()}`,
          ]),
      ...(hasRightPayload
        ? []
        : [`event ${event.id} of case ${it.n} has the payload ${event.payload}`]),
    ];
  });

/**
 * Checks that every acknowledged change is stored completely, with its events. An unanswered change
 * must be stored completely or not at all; its case then continues from what was found.
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
      const expected = buildCaseView(it, it.state);
      if (!isDeepStrictEqual(found, expected))
        problems.push(
          `case ${it.n} (${it.recordingId}) is ${JSON.stringify(found)}, not ${JSON.stringify(expected)}${
            it.possibleState ? ` nor ${JSON.stringify(buildCaseView(it, it.possibleState))}` : ""
          }`,
        );
      delete it.possibleState;
      problems.push(...checkEvents(it, own, entries, nameOf));
    }
  }
  return problems;
};
