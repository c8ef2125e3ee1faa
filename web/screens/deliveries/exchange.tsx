import { Copy } from "../../parts/index.js";
import type { DeliveryByIdQuery } from "../deliveries.graphql.js";

type Delivery = NonNullable<DeliveryByIdQuery["delivery"]>;

/** JSON with line breaks, else the text as it is. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const seconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** What the log has of the head: it keeps no signature. */
const head = ({ url, messageId, attemptedAt, test }: Delivery): string =>
  [
    `POST ${url}`,
    "content-type: application/json",
    `webhook-id: ${messageId}`,
    ...(attemptedAt ? [`webhook-timestamp: ${seconds(attemptedAt)} (about)`] : []),
    ...(test ? ["webhook-test: true"] : []),
  ].join("\n");

const Body = ({ label, text }: { label: string; text: string }) => (
  <pre class="body" tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);

export const Request = ({ of }: { of: Delivery }) => (
  <section class="exchange" aria-label="Request">
    <header>
      <h3>Request</h3>
      {of.payload && <Copy text={of.payload} what="the body as it was sent" />}
    </header>
    <Body label="Head of the request" text={head(of)} />
    {of.payload ? (
      <Body label="Body of the request" text={readable(of.payload)} />
    ) : (
      <p class="muted">The body was erased with its recording.</p>
    )}
    <p class="muted small">
      The body is shown with line breaks, and copied as it was sent. The log does not keep the
      signature.
    </p>
  </section>
);

const without = ({ status, error, responseStatus }: Delivery): string => {
  if (status === "pending") return "There is none yet.";
  if (responseStatus !== null) return "It had no body.";
  return error ? `There was none: ${error}` : "There was none.";
};

export const Response = ({ of }: { of: Delivery }) => (
  <section class="exchange" aria-label="Response">
    <header>
      <h3>Response{of.responseStatus !== null && `: ${of.responseStatus}`}</h3>
    </header>
    {of.responseBody ? (
      <>
        <Body label="Body of the response" text={of.responseBody} />
        <p class="muted small">The log keeps the first 4 KiB of it, and no headers.</p>
      </>
    ) : (
      <p class="muted">{without(of)}</p>
    )}
  </section>
);
