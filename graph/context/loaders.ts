import DataLoader from "dataloader";
import type { Db } from "../../db/engine/connect.js";
import type { Role } from "../core/credential.js";
import type { OperationBudget } from "../turns/operation-budget.js";
import { yieldToEventLoop } from "../turns/yield-to-event-loop.js";

// SQLite allows 500 selects in a union; a page has at most 100 parents.
export const MAX_UNION_PARENTS = 100;

/** Keys, and rows of pages, that one statement loads: other requests run before the next one. */
const MAX_KEYS = 500;
const MAX_PAGE_ROWS = 1_000;
/** Keys of large texts, such as payloads, that one statement loads. */
export const MAX_LARGE_KEYS = 100;

/** The parts of a request's context that its loaders use. */
interface LoaderScope {
  db: Db;
  organizationId: string;
  budget: OperationBudget;
  role: Role;
  /** The signed-in user. */
  userId?: string | undefined;
  /** The person that a named key acts as. */
  personId?: string | undefined;
  /** The time of all reads. Milliseconds since 1970. */
  readAt: number;
  /** As in `Services`. */
  fetchesMedia?: boolean | undefined;
  /** As in `Services`. */
  analyzes?: { showsProgress?: boolean } | undefined;
}

type LoaderQuery<Row> = (db: Db, organizationId: string, keys: readonly string[]) => Promise<Row[]>;

/** A position in a list. */
export interface Keyset {
  time: number;
  id: string;
}

/** One parent's page of a list: the first page, or the page after a position. */
export interface ParentPage {
  parent: string;
  limit: number;
  after?: Keyset | undefined;
}

const formatPageKey = ({ limit, after }: ParentPage): string =>
  `${limit} ${after?.time} ${after?.id}`;

/** Creates a loader for one request. */
export type LoaderFactory<Loader> = (scope: LoaderScope) => Loader;

/** Loads the rows of keys in batches, and counts each batch before the next one. */
const loadInParts = async <Row>(
  { budget }: LoaderScope,
  keys: readonly string[],
  maxKeys: number,
  query: (part: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (let start = 0; start < keys.length; start += maxKeys) {
    if (start > 0) await yieldToEventLoop();
    budget.check();
    const loaded = await query(keys.length <= maxKeys ? keys : keys.slice(start, start + maxKeys));
    budget.countLoaded(loaded);
    if (keys.length <= maxKeys) return loaded;
    for (const row of loaded) rows.push(row);
  }
  return rows;
};

/** Creates a loader of one page per parent: one statement for all parents with the same limit and position. */
export const createPageLoader =
  <Row>(
    query: (
      db: Db,
      organizationId: string,
      parents: readonly string[],
      limit: number,
      after: Keyset | undefined,
    ) => Promise<Row[]>,
    parentOf: (row: Row) => string | null,
  ): LoaderFactory<DataLoader<ParentPage, Row[], string>> =>
  (scope) =>
    new DataLoader(
      async (requested) => {
        const { db, organizationId } = scope;
        const rows = new Map<ParentPage, Row[]>();
        for (const group of Map.groupBy(requested, formatPageKey).values()) {
          const { limit, after } = group[0]!;
          const parents = group.map((page) => page.parent);
          const maxParents = Math.max(1, Math.floor(MAX_PAGE_ROWS / limit));
          const loaded = await loadInParts(scope, parents, maxParents, (part) =>
            query(db, organizationId, part, limit, after),
          );
          const found = Map.groupBy(loaded, parentOf);
          for (const page of group) rows.set(page, found.get(page.parent) ?? []);
        }
        return requested.map((page) => rows.get(page)!);
      },
      {
        maxBatchSize: MAX_UNION_PARENTS,
        cacheKeyFn: (page) => `${page.parent} ${formatPageKey(page)}`,
      },
    );

/** Creates a loader of one row per key; undefined for a key without one. */
export const createOneLoader =
  <Row>(
    query: LoaderQuery<Row>,
    keyOf: (row: Row) => string,
    maxKeys = MAX_KEYS,
  ): LoaderFactory<DataLoader<string, Row | undefined>> =>
  (scope) =>
    new DataLoader(async (keys) => {
      const { db, organizationId } = scope;
      const loaded = await loadInParts(scope, keys, maxKeys, (part) =>
        query(db, organizationId, part),
      );
      const rows = new Map(loaded.map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    });

/** Creates a loader of all rows of each key. */
export const createManyLoader =
  <Row>(
    query: LoaderQuery<Row>,
    keyOf: (row: Row) => string,
    maxKeys = MAX_KEYS,
  ): LoaderFactory<DataLoader<string, Row[]>> =>
  (scope) =>
    new DataLoader(async (keys) => {
      const { db, organizationId } = scope;
      const found = await loadInParts(scope, keys, maxKeys, (part) =>
        query(db, organizationId, part),
      );
      // Usually there is one parent, which has all rows.
      if (keys.length === 1) return [found];
      const rows = Map.groupBy(found, keyOf);
      return keys.map((key) => rows.get(key) ?? []);
    });

/**
 * The loaders of one request. A loader reads an edge for all parents of a page in one statement, so the number of
 * statements doesn't depend on the number of rows. Ids of other organizations find nothing.
 */
export class Loaders {
  // Most requests use few loaders: each is created at its first use.
  private readonly loaders = new Map<LoaderFactory<unknown>, unknown>();

  constructor(private readonly scope: LoaderScope) {}

  /** Returns this request's loader of a factory. */
  get<Loader>(factory: LoaderFactory<Loader>): Loader {
    let loader = this.loaders.get(factory) as Loader | undefined;
    if (loader === undefined) this.loaders.set(factory, (loader = factory(this.scope)));
    return loader;
  }
}
