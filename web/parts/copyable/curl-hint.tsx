import { consoleBase } from "../../lib/location.js";
import { CopyButton } from "./copy-button.js";

const quoteShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

interface Call {
  /** The path under /v1, such as "recordings?limit=25". */
  path: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  body?: unknown;
}

/** Builds a curl command for /v1. The reader's shell has the API key in DEBRIEF_API_KEY. */
export const buildCurl = ({ path, method = "GET", body }: Call): string =>
  [
    `curl ${method === "GET" ? "" : `-X ${method} `}${quoteShell(new URL(`v1/${path}`, consoleBase).href)}`,
    '-H "x-api-key: $DEBRIEF_API_KEY"',
    ...(body === undefined
      ? []
      : [`-H 'content-type: application/json' -d ${quoteShell(JSON.stringify(body))}`]),
  ].join(" \\\n  ");

interface Query {
  /** One of the console's operations. */
  query: string;
  variables?: unknown;
}

/** Builds a curl command for /graphql. The command expects an internal token in DEBRIEF_TOKEN. */
export const buildGraphqlCurl = ({ query, variables }: Query): string =>
  [
    `curl ${quoteShell(new URL("graphql", consoleBase).href)}`,
    '-H "authorization: Bearer $DEBRIEF_TOKEN"',
    `-H 'content-type: application/json' -d ${quoteShell(JSON.stringify({ query, variables }))}`,
  ].join(" \\\n  ");

/** A command to copy. `name` distinguishes it from other commands for screen readers. */
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

/** Shows the screen's request as a curl command for /v1. */
export const CurlHint = ({ title, ...call }: Call & { title?: string }) => (
  <CommandHint {...(title && { title })} command={buildCurl(call)} />
);

/** Shows the screen's request as a curl command for /graphql, for data that /v1 doesn't have. */
export const GraphqlHint = ({ title, ...query }: Query & { title?: string }) => (
  <CommandHint {...(title && { title })} command={buildGraphqlCurl(query)} />
);
