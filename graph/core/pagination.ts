import { createHash } from "node:crypto";
import { type ClassType, Field, ObjectType } from "type-graphql";
import { Failure, invalidField } from "./errors.js";
import { MOST } from "./limits.js";

/** How many a page has where nobody says so. */
export const DEFAULT_FIRST = 25;

@ObjectType({ simpleResolvers: true })
export class PageInfo {
  @Field(() => Boolean)
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

/** `first`, from 1 to 100. It is never clamped. */
export const pageSize = (first: number | null | undefined): number => {
  if (first === null || first === undefined) return DEFAULT_FIRST;
  if (first < 1 || first > MOST) throw invalidField("first", `must be from 1 to ${MOST}`);
  return first;
};

/**
 * A page of rows, as Relay and as /v1 show it. Give it one row more than the page has: that row says
 * that there is another page.
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

/** A page of what is ordered by when it was committed: from its end one can go on at any later time. */
export class Feed<Row> {
  constructor(
    readonly nodes: Row[],
    readonly hasMore: boolean,
    /** Where the page ends. */
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

/** Bytes of text of a page. */
const MOST_BYTES = 4 * 1024 * 1024;

/** How many of the rows a page holds before their texts are too long together; one in any case. */
export const fitting = (bytes: readonly (number | null | undefined)[]): number => {
  let left = MOST_BYTES;
  const over = bytes.findIndex((size) => (left -= size ?? 0) < 0);
  return over === -1 ? bytes.length : Math.max(over, 1);
};

/** The connection type of a node type, `<name>Connection`. */
export const connectionType = <Node extends object>(
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
      "A connection has, besides Relay's pageInfo, what /v1 shows: nextCursor (null at the end) and hasMore.",
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

const checksum = (list: string, organizationId: string, position: string): string =>
  createHash("sha256")
    .update(`${list} ${organizationId} ${position}`)
    .digest("base64url")
    .slice(0, 8);

/**
 * An opaque cursor: a position in a list, bound to its list and organization by a checksum, so that a cursor
 * of another list or organization is refused rather than read.
 */
export const sealCursor = (list: string, organizationId: string, position: string): string =>
  Buffer.from(`${position}.${checksum(list, organizationId, position)}`).toString("base64url");

/** The position of such a cursor. @throws INVALID_CURSOR */
export const openCursor = (list: string, organizationId: string, cursor: string): string => {
  const position = Buffer.from(cursor, "base64url").toString("latin1").slice(0, -9);
  // Base64url has several spellings of the same bytes; only ours is a cursor that we gave.
  if (sealCursor(list, organizationId, position) !== cursor) throw invalidCursor();
  return position;
};

/** The cursor of a time and an id. */
export const writeCursor = (
  list: string,
  organizationId: string,
  at: { time: number; id: string },
): string => sealCursor(list, organizationId, `${at.time}.${at.id}`);

/** @throws INVALID_CURSOR */
export const readCursor = (
  list: string,
  organizationId: string,
  cursor: string,
): { time: number; id: string } => {
  const [, time, id] =
    /^(-?\d{1,18})\.([0-9a-f-]{36})$/.exec(openCursor(list, organizationId, cursor)) ?? [];
  if (time === undefined || id === undefined) throw invalidCursor();
  return { time: Number(time), id };
};

const NOBODY = "00000000-0000-0000-0000-000000000000";

/** How a feed's places are written. */
export const feedCursor =
  (list: string, organizationId: string) =>
  (position: number): string =>
    writeCursor(list, organizationId, { time: position, id: NOBODY });

/** After which position a feed goes on: `since` is in milliseconds, and included. @throws INVALID_CURSOR */
export const feedStart = (
  list: string,
  organizationId: string,
  after: string | null | undefined,
  since: number | null | undefined,
): number =>
  Math.max(
    typeof after === "string" ? readCursor(list, organizationId, after).time : 0,
    typeof since === "number" ? since * 1000 - 1 : 0,
  );
