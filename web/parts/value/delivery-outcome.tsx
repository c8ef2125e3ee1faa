import { formatDeliveryError } from "../../lib/format-delivery-error.js";
import { StatusBadge } from "./status-badge.js";

interface Delivery {
  status: string;
  responseStatus: number | null;
  error: string | null;
}

/** A delivery's status, HTTP response status and error. */
export const DeliveryOutcome = ({
  delivery: { status, responseStatus, error },
}: {
  delivery: Delivery;
}) => (
  <span class="outcome">
    <StatusBadge status={status} text={responseStatus ? `${status} · ${responseStatus}` : status} />
    {/* The response status already says "answered 500". */}
    {error && error !== `answered ${responseStatus}` && (
      <span class="muted second-line">{formatDeliveryError(error)}</span>
    )}
  </span>
);
