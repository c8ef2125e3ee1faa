import { createHash } from "node:crypto";
import { type ClassType, Field, ObjectType } from "type-graphql";
import { Failure, invalidField } from "../core/errors.js";
import { MAX_PAGE_SIZE } from "./limits.js";

/** Items per page. */
export const DEFAULT_PAGE_SIZE = 25;

@ObjectType({ simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean)
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

/** Returns the page size for `first`. It is never clamped. @throws INVALID_FIELD outside 1 to 100 */
export const resolvePageSize = (first: number | null | undefined): number => {
  if (first === null || first === undefined) return DEFAULT_PAGE_SIZE;
  if (first < 1 || first > MAX_PAGE_SIZE)
    throw invalidField("first", `must be from 1 to ${MAX_PAGE_SIZE}`);
  return first;
};

/**
 * A page of rows, as Relay and as /v1 show it. Pass one row more than `limit` if there is one: the extra row means that
 * another page follows.
 */
export class Page<Row> {
  readonly nodes: Row[];
  readonly hasMore: boolean;

  constructor(
    rows: Row[],
    limit: number,
    private readonly cursorOf: (row: Row) => string,
  ) {
    this.hasMore = rows.length > limit;
    this.nodes = this.hasMore ? rows.slice(0, limit) : rows;
  }

  get edges(): { cursor: string; node: Row }[] {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(node), node }));
  }

  get nextCursor(): string | null {
    return this.hasMore ? this.endCursor : null;
  }

  get pageInfo(): PageInfo {
    return { hasNextPage: this.hasMore, endCursor: this.endCursor };
  }

  private get endCursor(): string | null {
    const last = this.nodes.at(-1);
    return last === undefined ? null : this.cursorOf(last);
  }
}

/** A page of a list in commit order. A client may continue from the end of the page at any later time. */
export class FeedPage<Row> {
  constructor(
    readonly nodes: Row[],
    readonly hasMore: boolean,
    /** The position where the page ends. */
    private readonly end: number,
    private readonly positionOf: (row: Row) => number,
    private readonly cursorOf: (position: number) => string,
  ) {}

  get edges(): { cursor: string; node: Row }[] {
    return this.nodes.map((node) => ({ cursor: this.cursorOf(this.positionOf(node)), node }));
  }

  get syncCursor(): string {
    return this.cursorOf(this.end);
  }

  get nextCursor(): string | null {
    return this.hasMore ? this.syncCursor : null;
  }

  get pageInfo(): PageInfo {
    return { hasNextPage: this.hasMore, endCursor: this.syncCursor };
  }
}

const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Returns how many rows fit on a page, given the sizes of their texts; at least one. */
export const countFitting = (bytes: readonly (number | null | undefined)[]): number => {
  let remaining = MAX_PAGE_BYTES;
  const firstOver = bytes.findIndex((size) => (remaining -= size ?? 0) < 0);
  return firstOver === -1 ? bytes.length : Math.max(firstOver, 1);
};

/** Creates the connection type of a node type, `<name>Connection`. */
export const createConnectionType = <Node extends object>(
  name: string,
  node: () => ClassType<Node>,
): ClassType<Page<Node>> => {
  @ObjectType(`${name}Edge`, { simpleResolvers: true })
  class Edge {
    @Field(() => String)
    cursor!: string;

    @Field(() => node())
    node!: Node;
  }

  @ObjectType(`${name}Connection`, {
    simpleResolvers: true,
    description:
      "A Relay connection with the paging fields of /v1: nextCursor (null at the end) and hasMore.",
  })
  class Connection {
    @Field(() => [node()])
    nodes!: Node[];

    @Field(() => [Edge])
    edges!: Edge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;

    @Field(() => String, { nullable: true })
    nextCursor!: string | null;

    @Field(() => Boolean)
    hasMore!: boolean;
  }
  return Connection as unknown as ClassType<Page<Node>>;
};

export const invalidCursor = (): Failure =>
  new Failure("INVALID_CURSOR", "is not a cursor that this service gave", "after");

const computeCursorChecksum = (list: string, organizationId: string, position: string): string =>
  createHash("sha256")
    .update(`${list} ${organizationId} ${position}`)
    .digest("base64url")
    .slice(0, 8);

/**
 * Encodes a position in a list as an opaque cursor. A checksum binds it to its list and organization: the
 * server refuses cursors of another list or organization. `after` accepts 1,024 characters, which hold a position of
 * 759 bytes; a name can have 4,096. An operation with longer positions raises the limit by `@ArgumentLimits`.
 */
export const encodeCursor = (list: string, organizationId: string, position: string): string =>
  Buffer.from(`${position}.${computeCursorChecksum(list, organizationId, position)}`).toString(
    "base64url",
  );

/** Returns the position in a cursor. @throws INVALID_CURSOR */
export const decodeCursor = (list: string, organizationId: string, cursor: string): string => {
  const position = Buffer.from(cursor, "base64url").toString().slice(0, -9);
  // Base64url has several spellings of the same bytes, and UTF-8 replaces invalid ones; only ours is valid.
  if (encodeCursor(list, organizationId, position) !== cursor) throw invalidCursor();
  return position;
};

/** Encodes a keyset position: a time in milliseconds and an id. */
export const encodeKeyset = (
  list: string,
  organizationId: string,
  { time, id }: { time: number; id: string },
): string => encodeCursor(list, organizationId, `${time}.${id}`);

/** Decodes a keyset position. @throws INVALID_CURSOR */
export const decodeKeyset = (
  list: string,
  organizationId: string,
  cursor: string,
): { time: number; id: string } => {
  const [, time, id] =
    /^(-?\d{1,18})\.([0-9a-f-]{36})$/.exec(decodeCursor(list, organizationId, cursor)) ?? [];
  if (time === undefined || id === undefined) throw invalidCursor();
  return { time: Number(time), id };
};

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Returns the function that encodes positions of a feed. */
export const createFeedCursorEncoder =
  (list: string, organizationId: string) =>
  (position: number): string =>
    encodeKeyset(list, organizationId, { time: position, id: NIL_UUID });

/** Returns the position after which a feed continues; includes `since` (milliseconds). @throws INVALID_CURSOR */
export const resolveFeedStart = (
  list: string,
  organizationId: string,
  after: string | null | undefined,
  since: number | null | undefined,
): number =>
  Math.max(
    typeof after === "string" ? decodeKeyset(list, organizationId, after).time : 0,
    typeof since === "number" ? since * 1000 - 1 : 0,
  );
