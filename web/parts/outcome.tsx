import { Status } from "./status.js";

interface Delivery {
  status: string;
  responseStatus: number | null;
  error: string | null;
}

/** How a delivery ended: its state, the status of the response, and what went wrong. */
export const Outcome = ({ of: { status, responseStatus, error } }: { of: Delivery }) => (
  <span class="outcome">
    <Status of={status} text={responseStatus ? `${status} · ${responseStatus}` : status} />
    {/* The status says as much as "answered 500". */}
    {error && error !== `answered ${responseStatus}` && <span class="muted answer">{error}</span>}
  </span>
);
