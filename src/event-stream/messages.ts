import { signingSecretOf } from "../../db/keys.js";
import { payloadsOf } from "../../db/deliveries.js";
import { type EventRow, pageOfEvents, redeliveriesSince } from "../../db/event-feed.js";
import type { Services } from "../../graph/context.js";
import { fitting } from "../../graph/page.js";
import { signatureHeaders } from "../notifier/sign.js";

const PAGE = 25;
const MOST_REDELIVERIES = 1_000;
/** Clocks of several processes differ, and a change commits some time after it was dated. */
const LOOK_BACK_MS = 10_000;

/** What a webhook would get, signed with the organization's secret. */
export interface Message {
  /** The event's place; undefined where it is sent once more, out of its order. */
  position?: number;
  event: string;
  /** Of Standard Webhooks. */
  headers: Record<string, string>;
  /** The exact body, as text. */
  body: string;
}

type Told = Pick<EventRow, "id" | "event"> & { messageId?: string; position?: number };

/** What there is to tell an organization from a place on; `next` returns what is new each time. */
export class Messages {
  /** Redeliveries that have been told, or were there before, and when they were asked for. */
  readonly #known = new Map<string, number>();
  #started = false;

  constructor(
    private readonly services: Pick<Services, "db" | "vault" | "now">,
    private readonly organizationId: string,
    private position: number,
  ) {}

  /** Empty where there is nothing new. */
  async next(): Promise<Message[]> {
    const { db } = this.services;
    const after = { after: this.position, limit: PAGE };
    const rows = await pageOfEvents(db, this.organizationId, after);
    const events = rows.slice(0, fitting(rows.map(({ bytes }) => bytes)));
    this.position = events.at(-1)?.position ?? this.position;
    return this.#signed([...events, ...(await this.#redeliveries())]);
  }

  async #redeliveries(): Promise<Told[]> {
    const { db, now } = this.services;
    const since = now() - LOOK_BACK_MS;
    const rows = await redeliveriesSince(db, this.organizationId, since, MOST_REDELIVERIES);
    for (const [id, at] of this.#known) if (at < since) this.#known.delete(id);
    const others = rows.filter(({ id }) => !this.#known.has(id));
    const told = this.#started ? others.slice(0, PAGE) : [];
    for (const { id, createdAt } of this.#started ? told : rows) this.#known.set(id, createdAt);
    this.#started = true;
    return told.map(({ eventId, event, messageId }) => ({ id: eventId, event, messageId }));
  }

  async #signed(told: Told[]): Promise<Message[]> {
    if (told.length === 0) return [];
    const { db, vault, now } = this.services;
    const ids = told.map(({ id }) => id);
    const payloads = new Map(
      (await payloadsOf(db, this.organizationId, ids)).map((row) => [row.eventId, row.payload]),
    );
    const secret = vault.open(await signingSecretOf(db, this.organizationId));
    const seconds = Math.floor(now() / 1000);
    return told.flatMap(({ id, event, position, messageId = id }) => {
      const body = payloads.get(id);
      // Nothing is left of what was erased.
      if (!body) return [];
      const headers = signatureHeaders(messageId, seconds, Buffer.from(body), [secret]);
      return [
        { event, headers: { ...headers }, body, ...(position !== undefined && { position }) },
      ];
    });
  }
}
