import { EmptyState } from "../../parts/index.js";
import { href } from "../../lib/location.js";

/** Shows why the list is empty. `isUnfiltered`: the list has no filter, so no appointment exists. */
export const NoAppointments = ({ isUnfiltered }: { isUnfiltered: boolean }) =>
  isUnfiltered ? (
    <EmptyState title="No appointments yet">
      <p>Your calendar or CRM sends appointments to the API.</p>
      <p>
        <a href={href("/")}>Send your first appointment</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No appointments match these filters">
      <p>
        <a href={href("/appointments", {}, { range: "next7" })}>Show the next 7 days</a>
      </p>
      <p>
        <a href={href("/appointments", {}, { range: "all" })}>Show all appointments</a>
      </p>
    </EmptyState>
  );
