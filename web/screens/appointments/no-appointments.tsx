import { Empty } from "../../parts/index.js";
import { href } from "../../src/location.js";

/** `all`: nothing is filtered, so there is none at all. */
export const NoAppointments = ({ all }: { all: boolean }) =>
  all ? (
    <Empty title="There are no appointments yet">
      <p>They come from your calendar or CRM, which pushes them to the API.</p>
      <p>
        <a href={href("/")}>How to push the first appointment</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No appointment is like that">
      <p>
        <a href={href("/appointments", {}, { range: "next7" })}>Show the next 7 days</a>
      </p>
      <p>
        <a href={href("/appointments", {}, { range: "all" })}>Show all appointments</a>
      </p>
    </Empty>
  );
