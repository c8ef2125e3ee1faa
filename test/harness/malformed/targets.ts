import type { Random } from "../../../src/demo/random.js";
import type { RequestDraft, DraftMutation } from "./request-draft.js";

const insertInTarget = (draft: RequestDraft, at: number, text: string): void => {
  draft.target = draft.target.slice(0, at) + text + draft.target.slice(at);
};

/** Parts that are invalid or unusual in a target. */
const PATH_PARTS = [
  "%",
  "%Z",
  "%ZZ",
  "%00",
  "%c0%af",
  "%ed%a0%80",
  "%ff",
  "%f0%9f%98%80",
  "%2e%2e%2f",
  "%2F",
  "%0d%0aset-cookie:a=b",
  "%25%32%35",
  "..",
  "/../..",
  "//",
  "/./",
  ";x=1",
  "\\",
  "@evil",
  ":8080",
  "#here",
  "?",
  "&",
  "=",
  "[]",
  "{}",
  "|",
  "^",
  "<script>",
  "'--",
  '"',
  "`",
  "\u00E9",
  "\u00FF\u00FE",
  "\u0000",
  "\u0001",
  "\t",
  "\u007F",
  " ",
  "\u00ED\u00A0\u0080",
];

const QUERIES = [
  "limit=1&limit=2",
  "limit=1e999",
  "limit=-1",
  "limit=99999999999999999999",
  "limit[]=1",
  "limit[$gt]=1",
  "__proto__=x",
  "__proto__[limit]=x",
  "constructor=x&toString=y",
  "startAfter=%",
  "startAfter=%00",
  "cursor=AAAA",
  "startAfter=2026-03-03T10:00:00.000Z%ff",
  "fromDate=2026-02-30",
  "fromDate=%ed%a0%80",
  "email=%00",
  "email=%ff",
  "crmEntityId=%00&email=",
  "groupBy=user&emails=,",
  "groupBy=__proto__",
  "groupBy=user&teamIds=%00",
  "groupBy=team&emails=%ed%a0%80",
  "groupBy=user&includedTags=%00",
  "user_email=%00",
  "user_email=%f0%9f%98",
  "x-api-key=dbk_x",
  "query=%7B__typename%7D&variables=%5B",
  "query=%7B&extensions=1",
  "query=",
  "=",
  "&&&&",
  "%=%",
  "a=b;c=d",
];

const TARGETS = [
  "",
  "*",
  "/",
  "//",
  "///",
  "?",
  "??",
  "v1/users",
  "http://debrief.example.com/v1/users",
  "https://debrief.example.com:443/v1/recordings?limit=1",
  "http://[::1",
  "http://[::1]:99999/v1/users",
  "http:///v1/users",
  "http://a@b:c@d/v1/users",
  "//evil.example/v1/users",
  "http:/v1/users",
  "javascript:alert(1)",
  "debrief.example.com:443",
  "/v1",
  "/v1/",
  "/v1//users",
  "/v1/users/",
  "/v1/users//",
  "/V1/users",
  "/v1/__proto__",
  "/v1/constructor",
  "/__proto__",
  "/constructor",
  "/toString",
  "/hasOwnProperty",
  "/graphql/../v1/users",
  "/v1/../graphql",
  "/.env",
  "/../../../../etc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/recordings/%00",
  "/recordings/%",
  "/clients/%ff",
  "/index.html",
  "/index.html%00.js",
  "/v1/dialer/%00",
  "/v1/dialer/%",
  "/v1/dialer/\u00FF",
  "/v1/scheduled-tasks/%00",
  "/v1/scheduled-tasks/%ed%a0%80",
  "/v1/scheduled-tasks/%ff%fe",
  "/v1/scheduled-tasks/..",
  "/v1/recordings/00000000-0000-0000-0000-000000000000%00",
  "/v1/recordings/%F0%9F%98/transcript",
];

const LONG_LENGTHS = [1_025, 4_000, 15_000, 20_000, 70_000];

const repeatToLength = (part: string, random: Random): string =>
  part.repeat(Math.ceil(random.pick(LONG_LENGTHS) / part.length));

export const targetMutations: Record<string, DraftMutation> = {
  "a part in the path": (draft, random) => {
    const end = draft.target.indexOf("?");
    insertInTarget(
      draft,
      random.int(0, end < 0 ? draft.target.length : end),
      random.pick(PATH_PARTS),
    );
  },
  "a part in the target": (draft, random) =>
    insertInTarget(draft, random.int(0, draft.target.length), random.pick(PATH_PARTS)),
  "a part at the end": (draft, random) => void (draft.target += random.pick(PATH_PARTS)),
  "another target": (draft, random) => void (draft.target = random.pick(TARGETS)),
  "a query": (draft, random) => {
    draft.target += (draft.target.includes("?") ? "&" : "?") + random.pick(QUERIES);
  },
  "absolute form": (draft, random) => {
    draft.target = random.pick(["http://", "https://x:1@", "ftp://"]) + `a.example${draft.target}`;
  },
  "a long path": (draft, random) => {
    draft.target = `${draft.target.split("?")[0]}${repeatToLength(random.pick(["x", "/", "%41", "../"]), random)}`;
  },
  "a long value": (draft, random) => {
    const name = random.pick(["limit", "startAfter", "email", "emails", "fromDate", "query", "x"]);
    draft.target += `?${name}=${repeatToLength(random.pick(["x", ",", "%00", "9", "%F0%9F%98%80"]), random)}`;
  },
  "many parameters": (draft, random) => {
    draft.target += `?${random.pick(["a&", "limit=1&", "a[b]=c&", "&"]).repeat(random.int(500, 2_000))}`;
  },
  "a missing part": (draft, random) => {
    const at = random.int(0, draft.target.length);
    draft.target = draft.target.slice(0, at) + draft.target.slice(at + random.int(1, 9));
  },
  "another case": (draft) => void (draft.target = draft.target.toUpperCase()),
};
