import type { Knex } from "knex";
import { type Db, dialectOf } from "./connect.js";
import { UnavailableError } from "./errors.js";
import { FairShares } from "./fair-shares.js";
import { SHARE_LIMITS } from "./share-limits.js";
import { withClient } from "./with-client.js";

/** Equals the pool's own time limit for a connection. */
const MAX_CONNECTION_WAIT_MS = 10_000;
/** Equals the time limit of a statement. A change that waits for its turn holds no connection. */
const MAX_TURN_WAIT_MS = 30_000;

/** The shares of one pool of PostgreSQL connections. */
interface PoolShares {
  connections: FairShares;
  changes: FairShares;
}

/** Keyed by the client that owns the pool, and by each client that limitConnections derives from it. */
const sharesByClient = new WeakMap<object, PoolShares>();
const derivedClients = new WeakSet<object>();

const resolveShares = (client: object): PoolShares => {
  let shares = sharesByClient.get(client);
  if (!shares) {
    shares = {
      connections: new FairShares(SHARE_LIMITS.connections),
      changes: new FairShares(SHARE_LIMITS.changes),
    };
    sharesByClient.set(client, shares);
  }
  return shares;
};

/** Waits for a place. @throws UnavailableError after `maxWaitMs`; ShareExceededError */
const acquirePlace = async (
  shares: FairShares,
  organizationId: string,
  maxWaitMs: number,
): Promise<() => void> => {
  const release = shares.tryAcquire(organizationId);
  if (release) return release;
  const signal = AbortSignal.timeout(maxWaitMs);
  try {
    return await shares.acquire(organizationId, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new UnavailableError("the organization's database connections stayed busy");
  }
};

const deriveClient = (
  parent: Knex.Client,
  { connections }: PoolShares,
  organizationId: string,
): Knex.Client => {
  const releases = new WeakMap<object, () => void>();
  return Object.assign(Object.create(parent) as Knex.Client, {
    acquireConnection: async () => {
      const release = await acquirePlace(connections, organizationId, MAX_CONNECTION_WAIT_MS);
      try {
        const connection = (await parent.acquireConnection()) as object;
        releases.set(connection, release);
        return connection;
      } catch (error) {
        release();
        throw error;
      }
    },
    releaseConnection: async (connection: object) => {
      const released = parent.releaseConnection(connection);
      releases.get(connection)?.();
      return released;
    },
  });
};

/**
 * Returns a handle whose PostgreSQL connections count for the organization: the organization holds at most its share of
 * the pool, and waits if that is used up. Returns a transaction and a SQLite database as they are.
 */
export const limitConnections = (db: Db, organizationId: string): Db => {
  if (dialectOf(db) === "sqlite" || db.isTransaction) return db;
  const parent = db.client as Knex.Client;
  if (derivedClients.has(parent)) return db;
  const shares = resolveShares(parent);
  const client = deriveClient(parent, shares, organizationId);
  derivedClients.add(client);
  sharesByClient.set(client, shares);
  return withClient(db, client);
};

/**
 * Runs a PostgreSQL change in the organization's turn. Takes the turn before the connection, so that changes waiting
 * for the organization's row hold one connection, not all. @throws UnavailableError after 30 seconds
 */
export const runOnSharedConnection = async <T>(
  db: Db,
  organizationId: string,
  change: (db: Db) => Promise<T>,
): Promise<T> => {
  const shared = limitConnections(db, organizationId);
  const { changes } = resolveShares(shared.client as object);
  const release = await acquirePlace(changes, organizationId, MAX_TURN_WAIT_MS);
  try {
    return await change(shared);
  } finally {
    release();
  }
};
