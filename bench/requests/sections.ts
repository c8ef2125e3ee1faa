import type { Request } from "autocannon";
import * as asked from "./asked.js";
import { debrief, koaKnex, koaTranscript, limit, limitTranscript } from "./contenders.js";
import type { Seeded } from "./seed.js";
import type { Program } from "./server.js";

export const LIMIT = "limit";
export const GROUPED = "limit, grouped";
export const ROWS = "limit, rows";
export const KOA = "Koa + Knex";
export const REST = "debrief /v1";
export const GRAPHQL = "debrief /graphql";

/** One line of a table. */
export interface Contender {
  name: string;
  /** Contenders of a section that name the same one share it. */
  server: string;
  program: Program;
  requests: Request[];
  /** The contender that this one's growth is measured from. */
  from?: string;
}

/** What is measured side by side, and must give the same answers. */
export interface Section {
  name: string;
  title: string;
  connections: number;
  contenders: Contender[];
  /** Whether to count what is waited for on the disk. */
  fsyncs?: boolean;
  /** How much longer each wait for the disk is made, in microseconds. */
  fsyncUs?: number;
  /** Whether answers differ between contenders, since they ask for different things. */
  differ?: boolean;
}

const CONNECTIONS = 32;
/** As disks without a protected cache of their own take. */
const SLOW_DISK_US = 2000;

const contender = (name: string, program: Program, requests: Request[]): Contender => ({
  name,
  server: name,
  program,
  requests,
});

const one = (section: Section) => async (): Promise<Section[]> => [section];

/** The sections by name. `many`: the larger file, which is made only where it is used. */
export const sectionsOf = (
  data: Seeded,
  many: () => Promise<Seeded>,
  profiled: boolean,
): Record<string, () => Promise<Section[]>> => {
  const ours = (section: string, name: string, of = data): Program => {
    const label = `${section}-${name.split("/")[1]}`;
    return debrief(of, label, profiled ? label : undefined);
  };
  const rest = (section: string, requests: Request[]): Contender =>
    contender(REST, ours(section, REST), requests);
  const graphql = (section: string, requests: Request[]): Contender =>
    contender(GRAPHQL, ours(section, GRAPHQL), requests);

  const upserts = (connections: number, fsyncUs?: number): Section => ({
    name: fsyncUs === undefined ? "upsert" : "slow-disk",
    title: `Appointment upsert, ${connections} ${connections === 1 ? "connection" : "connections"}${fsyncUs === undefined ? "" : `, each fsync ${fsyncUs / 1000} ms longer`}`,
    connections,
    ...(fsyncUs === undefined ? { fsyncs: true } : { fsyncUs }),
    contenders: [
      contender(LIMIT, limit(data), asked.upserts(data)),
      contender(GROUPED, limit(data), asked.upserts(data, "/group")),
      contender(KOA, koaKnex(data), asked.upserts(data)),
      rest(`upsert-${connections}`, asked.upserts(data)),
    ],
  });

  const deep = (): Section => {
    const { deepPage, deepCursor } = data;
    const both = (name: string, program: Program, first: Request[], last: Request[]) => [
      { ...contender(`${name}, page 1`, program, first), server: name },
      {
        ...contender(`${name}, page ${deepPage}`, program, last),
        server: name,
        from: `${name}, page 1`,
      },
    ];
    const pages = [asked.page(data), asked.page(data, deepCursor)] as const;
    return {
      name: "deep",
      title: `Page 1 and page ${deepPage}, by cursor`,
      connections: CONNECTIONS,
      differ: true,
      contenders: [
        ...both(LIMIT, limit(data), ...pages),
        ...both(KOA, koaKnex(data), ...pages),
        ...both(REST, ours("deep", REST), ...pages),
        ...both(
          GRAPHQL,
          ours("deep", GRAPHQL),
          asked.graphqlPage(data),
          asked.graphqlPage(data, deepCursor),
        ),
      ],
    };
  };

  const growth = async (): Promise<Section[]> => {
    const more = await many();
    const kinds: [string, (of: Seeded) => Request[]][] = [
      ["page", (of) => asked.page(of)],
      ["single", asked.single],
      ["transcript", (of) => asked.transcript(of)],
      ["upsert", (of) => asked.upserts(of)],
    ];
    return [
      {
        name: "growth",
        title: `${data.rows} and ${more.rows} recordings`,
        connections: CONNECTIONS,
        differ: true,
        contenders: kinds.flatMap(([kind, requests]) =>
          [data, more].map((of) => ({
            ...contender(`${kind}, ${of.rows}`, ours(`growth-${of.rows}`, REST, of), requests(of)),
            server: String(of.rows),
            ...(of === more && { from: `${kind}, ${data.rows}` }),
          })),
        ),
      },
    ];
  };

  return {
    page: one({
      name: "page",
      title: "Page of 25 recordings",
      connections: CONNECTIONS,
      contenders: [
        contender(LIMIT, limit(data), asked.page(data)),
        contender(KOA, koaKnex(data), asked.page(data)),
        rest("page", asked.page(data)),
        graphql("page", asked.graphqlPage(data)),
      ],
    }),
    single: one({
      name: "single",
      title: "Single recording",
      connections: CONNECTIONS,
      contenders: [
        contender(LIMIT, limit(data), asked.single(data)),
        contender(KOA, koaKnex(data), asked.single(data)),
        rest("single", asked.single(data)),
      ],
    }),
    transcript: one({
      name: "transcript",
      title: "Transcript of 500 utterances",
      connections: CONNECTIONS,
      contenders: [
        contender(LIMIT, limitTranscript(data), asked.transcript(data)),
        contender(ROWS, limitTranscript(data), asked.transcript(data, "/rows")),
        contender(KOA, koaTranscript(data), asked.transcript(data)),
        rest("transcript", asked.transcript(data)),
      ],
    }),
    upsert: async () => [upserts(1), upserts(16)],
    "slow-disk": async () => [upserts(1, SLOW_DISK_US), upserts(16, SLOW_DISK_US)],
    deep: async () => [deep()],
    growth,
    mix: one({
      name: "mix",
      title: "Nine reads (six recordings, three pages of 25) and one upsert",
      connections: CONNECTIONS,
      contenders: [
        contender(LIMIT, limit(data), asked.mix(data)),
        contender(GROUPED, limit(data), asked.mix(data, "/group")),
        contender(KOA, koaKnex(data), asked.mix(data)),
        rest("mix", asked.mix(data)),
      ],
    }),
  };
};
