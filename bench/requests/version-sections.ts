import { join } from "node:path";
import type { Request } from "autocannon";
import { buildDebriefProgram } from "./contenders.js";
import {
  buildGraphqlPageRequests,
  buildMixedRequests,
  buildPageRequests,
  buildSingleRequests,
  buildTranscriptRequests,
  buildUpsertRequests,
} from "./request-lists.js";
import type { BenchSection } from "./sections.js";
import type { RequestsSeed } from "./seed.js";

const CONNECTIONS = 32;

/** A built version of the program, and its data. */
interface Version {
  folder: string;
  data: RequestsSeed;
}

/** Builds a section per workload, in which each round measures the base, then the head. */
export const buildVersionSections = (
  versions: Record<"base" | "head", Version>,
): BenchSection[] => {
  const build = (
    name: string,
    title: string,
    requests: (data: RequestsSeed) => Request[],
    connections = CONNECTIONS,
  ): BenchSection => ({
    name,
    title,
    connections,
    contenders: (["base", "head"] as const).map((version) => {
      const { folder, data } = versions[version];
      const program = buildDebriefProgram(data, version);
      return {
        name: version,
        server: version,
        program: { ...program, args: [join(folder, "bin/debrief.js"), "serve"] },
        requests: requests(data),
      };
    }),
  });
  return [
    build("page", "page of 25, /v1", (data) => buildPageRequests(data)),
    build("graphql", "page of 25, /graphql", buildGraphqlPageRequests),
    build("single", "one recording", buildSingleRequests),
    build("transcript", "transcript of 500 utterances", (data) => buildTranscriptRequests(data)),
    build("deep", "page 3,000 by cursor", (data) => buildPageRequests(data, data.deepCursor)),
    build("upsert", "upsert, 1 connection", (data) => buildUpsertRequests(data), 1),
    build("upserts", "upserts, 16 connections", (data) => buildUpsertRequests(data), 16),
    build("mix", "nine reads and an upsert", (data) => buildMixedRequests(data)),
  ];
};
