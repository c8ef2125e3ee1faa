import type { Request } from "autocannon";
import * as requestLists from "./request-lists.js";
import {
  buildDebriefProgram,
  buildKoaProgram,
  buildKoaTranscriptProgram,
  buildLimitProgram,
  buildLimitTranscriptProgram,
} from "./contenders.js";
import type { RequestsSeed } from "./seed.js";
import type { ServerProgram } from "./server.js";

export const LIMIT = "limit";
const GROUPED = "limit, grouped";
const ROWS = "limit, rows";
export const KOA = "Koa + Knex";
export const REST = "debrief /v1";
export const GRAPHQL = "debrief /graphql";

/** A line of a table. */
export interface Contender {
  name: string;
  /** Contenders of a section with the same name here share one server. */
  server: string;
  program: ServerProgram;
  requests: Request[];
  /** The contender that this one's growth compares with. */
  from?: string;
}

/** Contenders measured side by side, which must give the same answers. */
export interface BenchSection {
  name: string;
  title: string;
  connections: number;
  contenders: Contender[];
  /** Whether to count fsyncs. */
  fsyncs?: boolean;
  /** The delay added to each fsync, in microseconds. */
  fsyncUs?: number;
  /** Whether the contenders receive different requests and so give different answers. */
  isDiffering?: boolean;
}

const CONNECTIONS = 32;
/** The fsync time of disks without a protected cache. */
const SLOW_DISK_US = 2000;

const createContender = (name: string, program: ServerProgram, requests: Request[]): Contender => ({
  name,
  server: name,
  program,
  requests,
});

const createSingle = (section: BenchSection) => async (): Promise<BenchSection[]> => [section];

/** The sections by name. `many`: the larger file, created only when used. */
export const buildSections = (
  data: RequestsSeed,
  many: () => Promise<RequestsSeed>,
  profiled: boolean,
): Record<string, () => Promise<BenchSection[]>> => {
  const ours = (section: string, name: string, of = data): ServerProgram => {
    const label = `${section}-${name.split("/")[1]}`;
    return buildDebriefProgram(of, label, profiled ? label : undefined);
  };
  const rest = (section: string, requests: Request[]): Contender =>
    createContender(REST, ours(section, REST), requests);
  const graphql = (section: string, requests: Request[]): Contender =>
    createContender(GRAPHQL, ours(section, GRAPHQL), requests);

  const upserts = (connections: number, fsyncUs?: number): BenchSection => ({
    name: fsyncUs === undefined ? "upsert" : "slow-disk",
    title: `Appointment upsert, ${connections} ${connections === 1 ? "connection" : "connections"}${fsyncUs === undefined ? "" : `, each fsync ${fsyncUs / 1000} ms longer`}`,
    connections,
    ...(fsyncUs === undefined ? { fsyncs: true } : { fsyncUs }),
    contenders: [
      createContender(LIMIT, buildLimitProgram(data), requestLists.buildUpsertRequests(data)),
      createContender(
        GROUPED,
        buildLimitProgram(data),
        requestLists.buildUpsertRequests(data, "/group"),
      ),
      createContender(KOA, buildKoaProgram(data), requestLists.buildUpsertRequests(data)),
      rest(`upsert-${connections}`, requestLists.buildUpsertRequests(data)),
    ],
  });

  const deep = (): BenchSection => {
    const { deepPage, deepCursor } = data;
    const both = (name: string, program: ServerProgram, first: Request[], last: Request[]) => [
      { ...createContender(`${name}, page 1`, program, first), server: name },
      {
        ...createContender(`${name}, page ${deepPage}`, program, last),
        server: name,
        from: `${name}, page 1`,
      },
    ];
    const pages = [
      requestLists.buildPageRequests(data),
      requestLists.buildPageRequests(data, deepCursor),
    ] as const;
    return {
      name: "deep",
      title: `Page 1 and page ${deepPage}, by cursor`,
      connections: CONNECTIONS,
      isDiffering: true,
      contenders: [
        ...both(LIMIT, buildLimitProgram(data), ...pages),
        ...both(KOA, buildKoaProgram(data), ...pages),
        ...both(REST, ours("deep", REST), ...pages),
        ...both(
          GRAPHQL,
          ours("deep", GRAPHQL),
          requestLists.buildGraphqlPageRequests(data),
          requestLists.buildGraphqlPageRequests(data, deepCursor),
        ),
      ],
    };
  };

  const growth = async (): Promise<BenchSection[]> => {
    const more = await many();
    const kinds: [string, (seed: RequestsSeed) => Request[]][] = [
      ["page", (seed) => requestLists.buildPageRequests(seed)],
      ["single", requestLists.buildSingleRequests],
      ["transcript", (seed) => requestLists.buildTranscriptRequests(seed)],
      ["upsert", (seed) => requestLists.buildUpsertRequests(seed)],
    ];
    return [
      {
        name: "growth",
        title: `${data.rows} and ${more.rows} recordings`,
        connections: CONNECTIONS,
        isDiffering: true,
        contenders: kinds.flatMap(([kind, requests]) =>
          [data, more].map((seed) => ({
            ...createContender(
              `${kind}, ${seed.rows}`,
              ours(`growth-${seed.rows}`, REST, seed),
              requests(seed),
            ),
            server: String(seed.rows),
            ...(seed === more && { from: `${kind}, ${data.rows}` }),
          })),
        ),
      },
    ];
  };

  return {
    page: createSingle({
      name: "page",
      title: "Page of 25 recordings",
      connections: CONNECTIONS,
      contenders: [
        createContender(LIMIT, buildLimitProgram(data), requestLists.buildPageRequests(data)),
        createContender(KOA, buildKoaProgram(data), requestLists.buildPageRequests(data)),
        rest("page", requestLists.buildPageRequests(data)),
        graphql("page", requestLists.buildGraphqlPageRequests(data)),
      ],
    }),
    single: createSingle({
      name: "single",
      title: "Single recording",
      connections: CONNECTIONS,
      contenders: [
        createContender(LIMIT, buildLimitProgram(data), requestLists.buildSingleRequests(data)),
        createContender(KOA, buildKoaProgram(data), requestLists.buildSingleRequests(data)),
        rest("single", requestLists.buildSingleRequests(data)),
      ],
    }),
    transcript: createSingle({
      name: "transcript",
      title: "Transcript of 500 utterances",
      connections: CONNECTIONS,
      contenders: [
        createContender(
          LIMIT,
          buildLimitTranscriptProgram(data),
          requestLists.buildTranscriptRequests(data),
        ),
        createContender(
          ROWS,
          buildLimitTranscriptProgram(data),
          requestLists.buildTranscriptRequests(data, "/rows"),
        ),
        createContender(
          KOA,
          buildKoaTranscriptProgram(data),
          requestLists.buildTranscriptRequests(data),
        ),
        rest("transcript", requestLists.buildTranscriptRequests(data)),
      ],
    }),
    upsert: async () => [upserts(1), upserts(16)],
    "slow-disk": async () => [upserts(1, SLOW_DISK_US), upserts(16, SLOW_DISK_US)],
    deep: async () => [deep()],
    growth,
    mix: createSingle({
      name: "mix",
      title: "Nine reads (six recordings, three pages of 25) and one upsert",
      connections: CONNECTIONS,
      contenders: [
        createContender(LIMIT, buildLimitProgram(data), requestLists.buildMixedRequests(data)),
        createContender(
          GROUPED,
          buildLimitProgram(data),
          requestLists.buildMixedRequests(data, "/group"),
        ),
        createContender(KOA, buildKoaProgram(data), requestLists.buildMixedRequests(data)),
        rest("mix", requestLists.buildMixedRequests(data)),
      ],
    }),
  };
};
