import { base } from "../src/location.js";
import { Copy } from "./copy.js";

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Call {
  /** Of /v1, as "recordings?limit=25". */
  path: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
}

/** The command that asks /v1 for the same; the key is in the variable DEBRIEF_KEY of the reader's shell. */
export const curlOf = ({ path, method = "GET", body }: Call): string =>
  [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoted(new URL(`v1/${path}`, base).href)}`,
    '-H "x-api-key: $DEBRIEF_KEY"',
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json' -d ${quoted(JSON.stringify(body))}`]),
  ].join(" \\\n  ");

interface Query {
  /** An operation of the console. */
  query: string;
  variables?: unknown;
}

/** The command that asks /graphql; an internal token is in the variable DEBRIEF_TOKEN. */
export const graphqlCurlOf = ({ query, variables }: Query): string =>
  [
    `curl ${quoted(new URL("graphql", base).href)}`,
    '-H "authorization: Bearer $DEBRIEF_TOKEN"',
    `-H 'content-type: application/json' -d ${quoted(JSON.stringify({ query, variables }))}`,
  ].join(" \\\n  ");

/** A command to paste. `what` it is, where there are several. */
export const Command = ({ text, what = "the command" }: { text: string; what?: string }) => (
  <div class="command">
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
    <Copy text={text} what={what} />
  </div>
);

const Hint = ({ what = "Same by curl", command }: { what?: string; command: string }) => (
  <details class="curl">
    <summary>{what}</summary>
    <Command text={command} />
  </details>
);

/** At the end of every screen. */
export const CurlHint = ({ what, ...call }: Call & { what?: string }) => (
  <Hint {...(what && { what })} command={curlOf(call)} />
);

/** The same for what /v1 does not show. */
export const GraphqlHint = ({ what, ...query }: Query & { what?: string }) => (
  <Hint {...(what && { what })} command={graphqlCurlOf(query)} />
);
