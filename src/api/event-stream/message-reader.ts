import type { Db } from "../../../db/engine/connect.js";
import { type ViewerScope, withScope } from "../../../db/engine/viewer-scope.js";
import { loadSigningSecret } from "../../../db/organizations/api-keys.js";
import { type EventRow, listEvents, loadEventPayloads } from "../../../db/webhooks/events.js";
import { listRedeliveries } from "../../../db/webhooks/redeliveries.js";
import type { Services } from "../../../graph/context/context.js";
import { countFitting } from "../../../graph/arguments/pagination.js";
import { buildSignatureHeaders } from "../../notifier/signature-headers.js";

const PAGE_SIZE = 25;
const MAX_REDELIVERIES = 1_000;
/** Process clocks differ, and a change commits some time after its timestamp. */
const LOOK_BACK_MS = 10_000;

/** The message that a webhook would receive, signed with the organization's secret. */
export interface StreamMessage {
  /** The event's position in microseconds; undefined for a redelivery, which arrives out of order. */
  position?: number;
  event: string;
  /** The headers of Standard Webhooks. */
  headers: Record<string, string>;
  /** The exact body, as text. */
  body: string;
}

export interface MessageBatch {
  messages: StreamMessage[];
  /** Nothing was read, not even an erased event. */
  isAtEnd: boolean;
}

type PendingMessage = Pick<EventRow, "id" | "event"> & { messageId?: string; position?: number };

/** Reads an organization's events and redeliveries starting at a position. */
export class MessageReader {
  /** Redeliveries that were returned or are older than the reader: creation time (ms) by id. */
  readonly #seen = new Map<string, number>();
  #started = false;

  constructor(
    private readonly services: Pick<Services, "db" | "vault" | "now">,
    private readonly organizationId: string,
    private position: number,
  ) {}

  /**
   * Returns the messages since the last call, at most 25 events and 25 redeliveries. `scope`: the caller's scope;
   * undefined for everything.
   */
  async next(scope: ViewerScope | undefined): Promise<MessageBatch> {
    const db = withScope(this.services.db, scope);
    const after = { after: this.position, limit: PAGE_SIZE };
    const rows = await listEvents(db, this.organizationId, after);
    const events = rows.slice(0, countFitting(rows.map(({ bytes }) => bytes)));
    this.position = events.at(-1)?.position ?? this.position;
    const pending = [...events, ...(await this.#nextRedeliveries(db))];
    return { messages: await this.#sign(db, pending), isAtEnd: pending.length === 0 };
  }

  async #nextRedeliveries(db: Db): Promise<PendingMessage[]> {
    const { now } = this.services;
    const since = now() - LOOK_BACK_MS;
    const rows = await listRedeliveries(db, this.organizationId, since, MAX_REDELIVERIES);
    for (const [id, createdAt] of this.#seen) if (createdAt < since) this.#seen.delete(id);
    const unseen = rows.filter(({ id }) => !this.#seen.has(id));
    const page = this.#started ? unseen.slice(0, PAGE_SIZE) : [];
    const next = page.slice(0, countFitting(page.map(({ bytes }) => bytes)));
    for (const { id, createdAt } of this.#started ? next : rows) this.#seen.set(id, createdAt);
    this.#started = true;
    return next.map(({ eventId, event, messageId }) => ({ id: eventId, event, messageId }));
  }

  async #sign(db: Db, pending: PendingMessage[]): Promise<StreamMessage[]> {
    if (pending.length === 0) return [];
    const { vault, now } = this.services;
    const ids = pending.map(({ id }) => id);
    const payloads = new Map(
      (await loadEventPayloads(db, this.organizationId, ids)).map((row) => [
        row.eventId,
        row.payload,
      ]),
    );
    const secret = vault.open(await loadSigningSecret(db, this.organizationId));
    const seconds = Math.floor(now() / 1000);
    return pending.flatMap(({ id, event, position, messageId = id }) => {
      const body = payloads.get(id);
      // The event was erased.
      if (!body) return [];
      const headers = buildSignatureHeaders(messageId, seconds, Buffer.from(body), [secret]);
      return [
        { event, headers: { ...headers }, body, ...(position !== undefined && { position }) },
      ];
    });
  }
}
