import { CurlHint, Empty, Problem, Screen, Skeleton, Status } from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { About } from "./appointment/about.js";
import { Customer } from "./appointment/customer.js";
import { Metadata } from "./appointment/metadata.js";
import { Recorded } from "./appointment/recorded.js";
import { AppointmentByEventId } from "./appointment.graphql.js";

const Appointment = ({ eventId }: { eventId: string }) => {
  const { data, problem, busy, reload } = useQuery(AppointmentByEventId, { eventId });
  const appointment = data?.appointment;
  return (
    <Screen title={appointment ? (appointment.title ?? appointment.eventId) : "Appointment"}>
      <Problem of={problem} retry={reload} />
      {appointment && (
        <>
          <div class="under-title">
            <Status of={appointment.matchStatus} />
          </div>
          <div class="columns">
            <div>
              <Recorded of={appointment} />
              <About of={appointment} />
            </div>
            <div>
              <Customer of={appointment} />
              <Metadata of={appointment.metadata} />
            </div>
          </div>
        </>
      )}
      {!data && busy && <Skeleton rows={12} />}
      {data && !appointment && (
        <Empty title="There is no such appointment">
          <p>It may have been deleted, or belong to another organization.</p>
          <p>
            <a href={href("/appointments")}>Show the appointments</a>
          </p>
        </Empty>
      )}
      <CurlHint path={`scheduled-tasks/${encodeURIComponent(eventId)}`} />
    </Screen>
  );
};

export default Appointment;
