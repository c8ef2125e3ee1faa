import type { GraphQLSchema } from "graphql";
import type { Db } from "../../db/connect.js";
import { organizationById } from "../../db/organizations.js";
import { lastPosition } from "../../db/positions.js";
import { createContext } from "../../graph/context.js";
import { EVENTS } from "../../graph/event-feed.js";
import { feedCursor } from "../../graph/page.js";
import { UPDATED } from "../../graph/recording-changes.js";
import { formatTime } from "../../graph/time.js";
import { compile } from "../../rest/route.js";
import { readingServices } from "../reading.js";
import { parts } from "./parts.js";

/** What is exported, as of which moment (milliseconds). */
export interface Asked {
  organizationId: string;
  requestId: string;
  now: number;
  publicUrl: string;
}

/** Reads lines, each with its line feed, some at a time; `db` is a snapshot. */
export type ReadLines = (db: Db, asked: Asked) => AsyncGenerator<string>;

interface Read {
  nodes: object[];
  nextCursor: string | null;
}

const line = (type: string, value: object): string => `${JSON.stringify({ type, ...value })}\n`;

/**
 * The lines of an organization as its API key may read it: first what it is and where a sync goes on from
 * there, then its objects, and how many of each at the end, without which it is not whole.
 * @throws where an operation does not fit the schema
 */
export const linesOf = (schema: GraphQLSchema): ReadLines => {
  const compiled = parts.map(({ type, operation }) => ({
    type,
    run: compile(schema, { method: "get", path: "/export", summary: type, operation }).run,
  }));
  return async function* readLines(db, { organizationId, requestId, now, publicUrl }) {
    const services = readingServices(db, now, publicUrl);
    const credential = { role: "integration", organizationId } as const;
    const { id, name } = (await organizationById(db, organizationId))!;
    const position = await lastPosition(db, organizationId);
    yield line("export", {
      organization: { id, name },
      exportedAt: formatTime(now),
      recordingsCursor: feedCursor(UPDATED, organizationId)(position),
      eventsCursor: feedCursor(EVENTS, organizationId)(position),
    });
    const lines: Record<string, number> = {};
    for (const { type, run } of compiled) {
      lines[type] = 0;
      for (let after: string | null | undefined; after !== null;) {
        const context = createContext(services, credential, requestId);
        const { data, errors } = await run(context, after === undefined ? {} : { after });
        if (errors?.[0]) throw errors[0];
        const body = data!["body"] as object[] | Read;
        const { nodes, nextCursor } = Array.isArray(body)
          ? { nodes: body, nextCursor: null }
          : body;
        if (nodes.length > 0) yield nodes.map((node) => line(type, node)).join("");
        lines[type] += nodes.length;
        after = nextCursor;
      }
    }
    yield line("end", { lines });
  };
};
