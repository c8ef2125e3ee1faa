import { Section, Status, Time } from "../../parts/index.js";
import { href } from "../../src/location.js";
import type { Recording } from "./shape.js";

/** What webhooks were told of it, newest first. */
export const Deliveries = ({ of: { id, deliveries } }: { of: Recording }) => (
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
    {deliveries.nodes.length === 0 ? (
      <p class="muted">No webhook has been told of this recording.</p>
    ) : (
      <ul class="items">
        {deliveries.nodes.map(
          ({ id, event, status, responseStatus, error, createdAt, url, test }) => (
            <li key={id}>
              <Status
                of={status}
                text={responseStatus ? `${status} · ${responseStatus}` : status}
              />
              <span>
                <a href={href("/deliveries", {}, { delivery: id })}>
                  <code>{event}</code>
                </a>
                {test && " (test)"}
                <span class="muted answer">
                  <Time at={createdAt} /> to {url}
                  {error && `: ${error}`}
                </span>
              </span>
            </li>
          ),
        )}
      </ul>
    )}
  </Section>
);
