import { isDeepStrictEqual } from "node:util";
import type { Db } from "../../db/connect.js";
import type { Api, Body } from "./api.js";
import { callIdOf, type Case, type Counted, eventIdOf, type View, viewOf } from "./cases.js";
import {
  entriesOfRecordings,
  type Entry,
  type EventEntry,
  eventsOfRecordings,
  recordingsOfCalls,
} from "./ledger.js";
import { type EventName, hooks } from "./receivers.js";

// A document may have 5,000 tokens.
const AT_ONCE = 40;

const FIELDS = `{
  name status source failureReason customFields eventId client { name } summary notes tags
  actionItems { text } transcript { text }
}`;

const read = async (api: Api, cases: Case[]): Promise<Body> => {
  const parts = cases.map((it) => {
    const appointment = `a${it.n}: appointment(eventId: "${eventIdOf(it)}") { title recordingId }`;
    const { recordingId } = it;
    return recordingId === null
      ? appointment
      : `${appointment} r${it.n}: recording(id: "${recordingId}") ${FIELDS}`;
  });
  return api.graph(`{ ${parts.join("\n")} }`);
};

const texts = (list: { text: string }[] | null): string[] | null =>
  list && list.map(({ text }) => text);

const seen = (it: Case, data: Body, events: EventEntry[], log: Entry[]): View => {
  const recording = data[`r${it.n}`];
  const appointment = data[`a${it.n}`];
  const count = (name: Counted): number =>
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
  it: Case,
  events: EventEntry[],
  log: Entry[],
  nameOf: ReadonlyMap<string, string>,
): string[] =>
  events.flatMap((event) => {
    const found = log
      .filter(({ eventId, redeliveryOf }) => eventId === event.id && redeliveryOf === null)
      .map(({ webhookId }) => nameOf.get(webhookId) ?? "nobody's")
      .sort();
    const name = event.event as EventName;
    const wanted = Object.keys(hooks)
      .filter((hook) => hooks[hook]!.gets(name, it.source))
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
  cases: Case[],
  nameOf: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const problems: string[] = [];
  const ids = await recordingsOfCalls(db, cases.map(callIdOf));
  for (const it of cases) it.recordingId = ids.get(callIdOf(it)) ?? null;
  const recordingIds = [...ids.values()];
  const events = Map.groupBy(await eventsOfRecordings(db, recordingIds), (e) => e.recordingId);
  const log = Map.groupBy(await entriesOfRecordings(db, recordingIds), (e) => e.recordingId);
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    const part = cases.slice(at, at + AT_ONCE);
    const data = await read(api, part);
    for (const it of part) {
      const own = events.get(it.recordingId ?? "") ?? [];
      const entries = log.get(it.recordingId ?? "") ?? [];
      const found = seen(it, data, own, entries);
      if (it.maybe && isDeepStrictEqual(found, viewOf(it, it.maybe))) it.state = it.maybe;
      const wanted = viewOf(it, it.state);
      if (!isDeepStrictEqual(found, wanted))
        problems.push(
          `case ${it.n} (${it.recordingId}) is ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}${
            it.maybe ? ` nor ${JSON.stringify(viewOf(it, it.maybe))}` : ""
          }`,
        );
      delete it.maybe;
      problems.push(...checkEvents(it, own, entries, nameOf));
    }
  }
  return problems;
};
