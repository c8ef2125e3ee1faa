import { CopyButton } from "../../parts/index.js";
import { formatDeliveryError, isNotSentError } from "../../lib/format-delivery-error.js";
import type { DeliveryByIdQuery } from "./deliveries.graphql.js";

type Delivery = NonNullable<DeliveryByIdQuery["delivery"]>;

/** Indents JSON. Returns other text as it is. */
const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const toEpochSeconds = (iso: string): number => Math.floor(Date.parse(iso) / 1000);

/** Rebuilds the request headers from the log, which doesn't contain the signature. */
const formatRequestHeaders = ({ url, messageId, attemptedAt, test }: Delivery): string =>
  [
    `POST ${url}`,
    "content-type: application/json",
    `webhook-id: ${messageId}`,
    ...(attemptedAt ? [`webhook-timestamp: ${toEpochSeconds(attemptedAt)} (approximately)`] : []),
    ...(test ? ["webhook-test: true"] : []),
  ].join("\n");

const Body = ({ label, text }: { label: string; text: string }) => (
  <pre class="body" tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);

/** Returns why no request left the server, or undefined. */
const explainNotSent = ({ status, attemptedAt, error }: Delivery): string | undefined => {
  if (status === "pending" && !attemptedAt) return "Not sent yet.";
  return error && isNotSentError(error) ? "Not sent. This would be the request:" : undefined;
};

export const RequestSection = ({ delivery }: { delivery: Delivery }) => (
  <section class="exchange" aria-label="Request">
    <header>
      <h3>Request</h3>
      {delivery.payload && <CopyButton text={delivery.payload} name="the request body" />}
    </header>
    {explainNotSent(delivery) && <p class="muted">{explainNotSent(delivery)}</p>}
    <Body label="Request headers" text={formatRequestHeaders(delivery)} />
    {delivery.payload ? (
      <Body label="Request body" text={formatJson(delivery.payload)} />
    ) : (
      <p class="muted">The body was erased with its recording, or retention removed it.</p>
    )}
    <p class="muted small">
      The body is shown indented; the copy button copies the exact bytes. The log doesn’t keep the
      signature.
    </p>
  </section>
);

const explainNoResponse = ({ status, error, responseStatus }: Delivery): string => {
  if (status === "pending") return "No response yet.";
  if (responseStatus !== null) return "The response had no body.";
  return error ? `No response: ${formatDeliveryError(error)}` : "No response.";
};

export const ResponseSection = ({ delivery }: { delivery: Delivery }) => (
  <section class="exchange" aria-label="Response">
    <header>
      <h3>Response{delivery.responseStatus !== null && `: ${delivery.responseStatus}`}</h3>
    </header>
    {delivery.responseBody ? (
      <>
        <Body label="Response body" text={delivery.responseBody} />
        <p class="muted small">The log keeps the first 4 KiB of the body and no headers.</p>
      </>
    ) : (
      <p class="muted">{explainNoResponse(delivery)}</p>
    )}
  </section>
);
