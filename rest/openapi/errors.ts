import type { Code } from "../../graph/errors.js";
import { statusOf } from "../errors.js";
import { headersOf } from "./headers.js";
import { isRequired, type Parts } from "./parts.js";
import { objectOf, type Schema } from "./schemas.js";

interface Refusal {
  /** None where the answer is not the same everywhere. */
  name?: string;
  description: string;
  /** Of an error that names no code. */
  bare?: true;
}

/** What each status means. */
const refusals: Record<number, Refusal> = {
  400: { description: "Something in the request is missing or wrong; `field` names it." },
  401: { name: "Unauthorized", description: "The key is missing or wrong.", bare: true },
  404: { name: "NotFound", description: "The organization has nothing of this id." },
  408: { name: "RequestTimeout", description: "The body did not come in time." },
  413: { name: "PayloadTooLarge", description: "The body has more bytes than it may have." },
  415: {
    name: "UnsupportedMediaType",
    description: "The body is not `application/json` in UTF-8.",
  },
  429: { name: "RateLimited", description: "Too many requests." },
  500: { name: "Internal", description: "A defect of the server. Its log has the request's id." },
  503: { name: "Unavailable", description: "The server cannot do this now; try again." },
};

const EVERYWHERE: Code[] = [
  "INVALID_FIELD",
  "UNAUTHENTICATED",
  "RATE_LIMITED",
  "INTERNAL",
  "UNAVAILABLE",
];

const bodyOf = (codes: readonly Code[], named: boolean): Schema => {
  return objectOf(
    {
      message: { type: "string", description: "What went wrong, for people." },
      code: { type: "string", enum: codes, description: "What went wrong, for programs." },
      ...(named && {
        field: {
          type: "string",
          description: "What it is about, as the caller named it; dotted inside objects.",
        },
      }),
    },
    ["field"],
  );
};

/** An answer of this status that names one of the codes, and maybe a field. */
export const errorOf = (
  status: number,
  codes: readonly Code[],
  { named = status === 400, description }: { named?: boolean; description?: string } = {},
): Schema => {
  const { bare, description: usual } = refusals[status]!;
  const schema = bare
    ? objectOf({ message: { type: "string", description: "What went wrong, for people." } })
    : bodyOf(codes, named);
  return {
    description: description ?? usual,
    headers: headersOf(...(status === 429 ? ["retry-after"] : [])),
    content: { "application/json": { schema } },
  };
};

const isOf = (kind: boolean, ...codes: Code[]): Code[] => (kind ? codes : []);

/** What a route may refuse. */
const codesOf = (parts: Parts): Code[] => {
  const { route, hasBody, inPath } = parts;
  return [
    ...isOf(
      route.notNull !== undefined ||
        route.variables.some((variable) => isRequired(parts, variable)),
      "MISSING_REQUIRED_FIELD",
    ),
    ...EVERYWHERE,
    ...isOf(
      route.variables.some(({ path }) => path[0] === "after"),
      "INVALID_CURSOR",
    ),
    ...isOf(hasBody, "INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"),
    ...isOf(
      route.variables.some(({ name }) => inPath.includes(name)),
      "NOT_FOUND",
    ),
    ...(route.refuses ?? []),
  ];
};

/** What is refused of files, in other words than of JSON. */
const ofUploads: Record<number, string> = {
  413: "The file or the fields have more bytes than they may have.",
  415: "The body is no form and no file, or the file is neither audio nor video of a known format.",
};

/** By the status of each code; a body that is late is refused before any route sees it. */
const byStatus = (parts: Parts): [number, Code[]][] => [
  ...Map.groupBy(codesOf(parts), (code) => statusOf({ code })),
  ...(parts.hasBody ? [[408, ["INVALID_FIELD"]] satisfies [number, Code[]]] : []),
];

/** The answers of a route that are errors, by status. `shared`: where those that are the same everywhere go. */
export const errorsOf = (parts: Parts, shared: Schema): Schema =>
  Object.fromEntries(
    byStatus(parts)
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => {
        const description = parts.route.upload && ofUploads[status];
        if (description) return [status, errorOf(status, codes, { named: true, description })];
        const answer = errorOf(status, codes);
        const { name } = refusals[status]!;
        if (name === undefined) return [status, answer];
        shared[name] = answer;
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
  );
