import { formatQuery } from "../graphql/format-query.js";
import type { Tenant } from "../tenant.js";

// Responses have many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
type ShownRecording = Record<string, any>;

/** A client's synchronized copy of an organization's recordings. */
export class Mirror {
  readonly recordings = new Map<string, ShownRecording>();
  /** How often each recording was received. */
  readonly timesShown = new Map<string, number>();
  #cursor: string | undefined;

  constructor(private readonly org: Tenant) {}

  /** Loads one page. Returns whether there is another. */
  async syncPage(limit = 3): Promise<boolean> {
    const { status, body, text } = await this.org.get(
      `/v1/recordings?${formatQuery({
        updatedSince: "2020-01-01",
        include: "details,transcript",
        limit: String(limit),
        ...(this.#cursor !== undefined && { startAfter: this.#cursor }),
      })}`,
    );
    if (status !== 200) throw new Error(text);
    for (const recording of body.recordings as ShownRecording[]) {
      this.recordings.set(recording["id"], recording);
      this.timesShown.set(recording["id"], (this.timesShown.get(recording["id"]) ?? 0) + 1);
    }
    for (const { id } of body.deleted) this.recordings.delete(id);
    this.#cursor = body.syncCursor;
    return body.hasMore;
  }

  async catchUp(limit?: number): Promise<void> {
    while (await this.syncPage(limit));
  }
}

/** Fetches every processed recording individually. */
export const fetchEachRecording = async (org: Tenant): Promise<Map<string, ShownRecording>> => {
  const all = new Map<string, ShownRecording>();
  for (let after: string | null = ""; after !== null;) {
    const { body } = await org.get(
      `/v1/recordings?${formatQuery({ limit: "100", ...(after && { startAfter: after }) })}`,
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

const sortById = (all: Map<string, ShownRecording>): [string, ShownRecording][] =>
  [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** Returns the IDs of recordings that differ. */
export const diffRecordings = (
  left: Map<string, ShownRecording>,
  right: Map<string, ShownRecording>,
): string[] => {
  const texts = new Map(sortById(right).map(([id, shown]) => [id, formatSorted(shown)]));
  const differing = sortById(left).flatMap(([id, shown]) =>
    texts.get(id) === formatSorted(shown) ? [] : id,
  );
  return [...differing, ...[...texts.keys()].filter((id) => !left.has(id))];
};

const formatSorted = (shown: ShownRecording): string =>
  JSON.stringify(Object.entries(shown).toSorted(([a], [b]) => (a < b ? -1 : 1)));
