import { Facts, Section, Time } from "../../parts/index.js";
import { href } from "../../src/location.js";
import { useUsers } from "../../src/users.js";
import type { Appointment } from "./shape.js";

export const About = ({ of }: { of: Appointment }) => {
  const users = useUsers();
  const { userEmail } = of;
  return (
    <Section title="About">
      <Facts
        of={{
          User: (
            <a href={href("/appointments", {}, { userEmail })} title={userEmail}>
              {users ? (users[userEmail] ?? userEmail) : ""}
            </a>
          ),
          Starts: <Time at={of.startTime} />,
          Ends: of.endTime && <Time at={of.endTime} />,
          "Event id": <code>{of.eventId}</code>,
          Status: of.status,
          "Checked at": <Time at={of.scheduledAt} />,
          Pushed: <Time at={of.createdAt} />,
          Changed: of.updatedAt !== of.createdAt && <Time at={of.updatedAt} />,
        }}
      />
    </Section>
  );
};
