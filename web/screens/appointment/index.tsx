import {
  CurlHint,
  EmptyState,
  ProblemAlert,
  Screen,
  Skeleton,
  StatusBadge,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { matchTexts } from "../../lib/match-texts.js";
import { useQuery } from "../../lib/use-query.js";
import { AboutAppointment } from "./about-appointment.js";
import { CustomerSection } from "./customer-section.js";
import { Metadata } from "./metadata.js";
import { MatchedRecording } from "./matched-recording.js";
import { AppointmentByEventId } from "./appointment.graphql.js";

const Appointment = ({ eventId }: { eventId: string }) => {
  const { data, problem, isBusy, reload } = useQuery(AppointmentByEventId, { eventId });
  const appointment = data?.appointment;
  return (
    <Screen title={appointment ? (appointment.title ?? appointment.eventId) : "Appointment"}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {appointment && (
        <>
          <div class="title-badges">
            <StatusBadge
              status={appointment.matchStatus}
              text={matchTexts[appointment.matchStatus]}
            />
          </div>
          <div class="columns">
            <div>
              <MatchedRecording appointment={appointment} />
              <AboutAppointment appointment={appointment} />
            </div>
            <div>
              <CustomerSection appointment={appointment} />
              <Metadata metadata={appointment.metadata} />
            </div>
          </div>
        </>
      )}
      {!data && isBusy && <Skeleton rows={12} />}
      {data && !appointment && (
        <EmptyState title="Appointment not found">
          <p>It may have been deleted, or it belongs to another organization.</p>
          <p>
            <a href={href("/appointments")}>Show all appointments</a>
          </p>
        </EmptyState>
      )}
      <CurlHint path={`scheduled-tasks/${encodeURIComponent(eventId)}`} />
    </Screen>
  );
};

export default Appointment;
