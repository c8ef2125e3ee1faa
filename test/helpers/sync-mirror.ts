import { query } from "./query.js";
import type { Tenant } from "./tenant.js";

// Answers have every shape.
// oxlint-disable-next-line typescript/no-explicit-any
type Shown = Record<string, any>;

/** What somebody keeps of an organization's recordings who syncs them, page by page. */
export class Mirror {
  readonly recordings = new Map<string, Shown>();
  /** How often each recording was shown. */
  readonly shown = new Map<string, number>();
  #cursor: string | undefined;

  constructor(private readonly org: Tenant) {}

  /** One page; whether there is more. */
  async page(limit = 3): Promise<boolean> {
    const { status, body, text } = await this.org.get(
      `/v1/recordings?${query({
        updatedSince: "2020-01-01",
        include: "details,transcript",
        limit: String(limit),
        ...(this.#cursor !== undefined && { startAfter: this.#cursor }),
      })}`,
    );
    if (status !== 200) throw new Error(text);
    for (const recording of body.recordings as Shown[]) {
      this.recordings.set(recording["id"], recording);
      this.shown.set(recording["id"], (this.shown.get(recording["id"]) ?? 0) + 1);
    }
    for (const { id } of body.deleted) this.recordings.delete(id);
    this.#cursor = body.syncCursor;
    return body.hasMore;
  }

  async catchUp(limit?: number): Promise<void> {
    while (await this.page(limit));
  }
}

/** Every processed recording as /v1 shows it by itself. */
export const shownByThemselves = async (org: Tenant): Promise<Map<string, Shown>> => {
  const all = new Map<string, Shown>();
  for (let after: string | null = ""; after !== null;) {
    const { body } = await org.get(
      `/v1/recordings?${query({ limit: "100", ...(after && { startAfter: after }) })}`,
    );
    for (const { id } of body.recordings) {
      const { recording } = (await org.get(`/v1/recordings/${id}`)).body;
      const { transcript } = (await org.get(`/v1/recordings/${id}/transcript`)).body;
      all.set(id, { ...recording, transcript });
    }
    after = body.nextCursor;
  }
  return all;
};

const byId = (all: Map<string, Shown>): [string, Shown][] =>
  [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Where the two differ, by id. */
export const differing = (one: Map<string, Shown>, other: Map<string, Shown>): string[] => {
  const texts = new Map(byId(other).map(([id, shown]) => [id, sorted(shown)]));
  const wrong = byId(one).flatMap(([id, shown]) => (texts.get(id) === sorted(shown) ? [] : id));
  return [...wrong, ...[...texts.keys()].filter((id) => !one.has(id))];
};

const sorted = (shown: Shown): string =>
  JSON.stringify(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)));
