import { formatDeliveryError } from "../../lib/format-delivery-error.js";
import { StatusBadge } from "./status-badge.js";
import { Time } from "./time.js";

interface Delivery {
  status: string;
  responseStatus: number | null;
  error: string | null;
  /** When a waiting retry is due. */
  dueAt?: string | null;
}

/** A delivery's status, HTTP response status and error. */
export const DeliveryOutcome = ({
  delivery: { status, responseStatus, error, dueAt },
}: {
  delivery: Delivery;
}) => (
  <span class="outcome">
    <StatusBadge status={status} text={responseStatus ? `${status} · ${responseStatus}` : status} />
    {dueAt && (
      <span class="muted second-line">
        retry due <Time at={dueAt} />
      </span>
    )}
    {/* The response status already says "answered 500". */}
    {error && error !== `answered ${responseStatus}` && (
      <span class="muted second-line">{formatDeliveryError(error)}</span>
    )}
  </span>
);
