import { consoleBase } from "../../lib/location.js";
import { CopyButton } from "./copy-button.js";

const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Call {
  /** Of /v1, as "recordings?limit=25". */
  path: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
}

/** The command that asks /v1 for the same; the key is in the variable DEBRIEF_KEY of the reader's shell. */
export const buildCurl = ({ path, method = "GET", body }: Call): string =>
  [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoteShell(new URL(`v1/${path}`, consoleBase).href)}`,
    '-H "x-api-key: $DEBRIEF_KEY"',
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json' -d ${quoteShell(JSON.stringify(body))}`]),
  ].join(" \\\n  ");

interface Query {
  /** An operation of the console. */
  query: string;
  variables?: unknown;
}

/** The command that asks /graphql; an internal token is in the variable DEBRIEF_TOKEN. */
export const buildGraphqlCurl = ({ query, variables }: Query): string =>
  [
    `curl ${quoteShell(new URL("graphql", consoleBase).href)}`,
    '-H "authorization: Bearer $DEBRIEF_TOKEN"',
    `-H 'content-type: application/json' -d ${quoteShell(JSON.stringify({ query, variables }))}`,
  ].join(" \\\n  ");

/** A command to paste. `what` it is, where there are several. */
export const CommandBlock = ({ text, name = "the command" }: { text: string; name?: string }) => (
  <div class="command">
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} name={name} />
  </div>
);

const CommandHint = ({
  title = "Same request with curl",
  command,
}: {
  title?: string;
  command: string;
}) => (
  <details class="curl">
    <summary>{title}</summary>
    <CommandBlock text={command} />
  </details>
);

/** At the end of every screen. */
export const CurlHint = ({ title, ...call }: Call & { title?: string }) => (
  <CommandHint {...(title && { title })} command={buildCurl(call)} />
);

/** The same for what /v1 does not show. */
export const GraphqlHint = ({ title, ...query }: Query & { title?: string }) => (
  <CommandHint {...(title && { title })} command={buildGraphqlCurl(query)} />
);
