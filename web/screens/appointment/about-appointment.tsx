import { FactList, Section, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useUsers } from "../../lib/use-users.js";
import type { Appointment } from "./types.js";

export const AboutAppointment = ({ appointment }: { appointment: Appointment }) => {
  const users = useUsers();
  const { userEmail } = appointment;
  return (
    <Section title="About">
      <FactList
        facts={{
          User: (
            <a href={href("/appointments", {}, { userEmail })} title={userEmail}>
              {users ? (users[userEmail] ?? userEmail) : ""}
            </a>
          ),
          Starts: <Time at={appointment.startTime} />,
          Ends: appointment.endTime && <Time at={appointment.endTime} />,
          "Event ID": <code>{appointment.eventId}</code>,
          "Missed after": <Time at={appointment.scheduledAt} />,
          Created: <Time at={appointment.createdAt} />,
          Updated: appointment.updatedAt !== appointment.createdAt && (
            <Time at={appointment.updatedAt} />
          ),
        }}
      />
    </Section>
  );
};
