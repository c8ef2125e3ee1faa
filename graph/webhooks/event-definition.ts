import type { RecordingRow } from "../../db/recordings/fields.js";
import type { Db } from "../../db/engine/connect.js";
import type { Context } from "../context/context.js";

/**
 * How the API's document describes a field of an event's data: like a GraphQL type (`Client`) or one of its fields
 * (`Recording.id`), or by its own JSON Schema.
 */
export type EventFieldSchema =
  | { like: string; isNullable?: true }
  | { like?: undefined; [keyword: string]: unknown };

/** One field of an event's data. `Source` is what the event loads before it builds the fields. */
interface EventField<Source> {
  schema: EventFieldSchema;
  /** Returns the field's value. The payload omits undefined, so only an optional field may be undefined. */
  value: (source: Source) => unknown;
  isOptional?: true;
}

export type EventFields<Source> = Readonly<Record<string, EventField<Source>>>;

/** The data of an event: one load in the transaction of the change, then one value for each field. */
export interface EventData<Row, Source> {
  load: (trx: Db, context: Context, row: Row) => Promise<Source>;
  fields: EventFields<Source>;
}

/** The row that an event is about: a recording, an appointment or another one. */
export interface EventSubject<Row> {
  /** The recording; its erasure also erases the payload. */
  recordingIdOf?: (row: Row) => string;
  /** The recording source that a webhook's trigger filters by. */
  sourceOf?: (row: Row) => RecordingRow["source"];
  /** The caller's custom fields. They come first in the data and never replace a field of the event. */
  customFieldsOf?: (row: Row) => object;
}

/** An event that webhooks and the event feed receive. */
export interface EventDefinition<Row = never> {
  /** When the event occurs, as one or two sentences in plain text. */
  when: string;
  subject: EventSubject<Row>;
  /** Builds the event's data from a row. */
  buildData: (trx: Db, context: Context, row: Row) => Promise<Record<string, unknown>>;
  /** The fields of `data`, in their order. */
  fields: Readonly<Record<string, Pick<EventField<never>, "schema" | "isOptional">>>;
}

/** Declares an event. The payload and the API's document both follow from it. */
export const defineEvent = <Row, Source>({
  when,
  subject,
  data: { load, fields },
}: {
  when: string;
  subject: EventSubject<Row>;
  data: EventData<Row, Source>;
}): EventDefinition<Row> => ({
  when,
  subject,
  fields,
  buildData: async (trx, context, row) => {
    const source = await load(trx, context, row);
    return Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [name, value(source)]),
    );
  },
});
