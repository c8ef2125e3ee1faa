import { Section, StatusBadge, Time } from "../../parts/index.js";
import { formatDeliveryError } from "../../lib/format-delivery-error.js";
import { href } from "../../lib/location.js";
import type { Recording } from "./types.js";

/** The recording's latest webhook deliveries. */
export const RecordingDeliveries = ({
  recording: { id, status },
  deliveries,
}: {
  recording: Recording;
  deliveries: NonNullable<Recording["deliveries"]>;
}) => (
  <Section
    title="Deliveries"
    actions={
      deliveries.nodes.length > 0 && (
        <a class="small" href={href("/deliveries", {}, { recordingId: id })}>
          Show {deliveries.hasMore ? "all" : "in the log"}
        </a>
      )
    }
  >
    {deliveries.nodes.length === 0 && status !== "processed" && (
      <p class="muted">No deliveries. Events are sent when the analysis completes.</p>
    )}
    {deliveries.nodes.length === 0 && status === "processed" && (
      <p class="muted">
        No deliveries. Only active <a href={href("/webhooks")}>webhooks</a> that subscribe to an
        event of this recording receive it, and old deliveries are deleted.
      </p>
    )}
    {deliveries.nodes.length > 0 && (
      <ul class="items">
        {deliveries.nodes.map(
          ({ id, event, status, responseStatus, error, createdAt, url, test }) => (
            <li key={id}>
              <StatusBadge
                status={status}
                text={responseStatus ? `${status} · ${responseStatus}` : status}
              />
              <span>
                <a href={href("/deliveries", {}, { delivery: id })}>
                  <code>{event}</code>
                </a>
                {test && " (test)"}
                <span class="muted second-line">
                  <Time at={createdAt} /> to {url}
                  {error && `: ${formatDeliveryError(error)}`}
                </span>
              </span>
            </li>
          ),
        )}
      </ul>
    )}
  </Section>
);
