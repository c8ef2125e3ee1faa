import { Facts, Section, Time } from "../../parts/index.js";
import { Mail } from "../../parts/mail.js";
import type { Client } from "./shape.js";

export const About = ({ of }: { of: Client }) => (
  <Section title="About">
    <Facts
      of={{
        Name: of.name,
        "E-mail": of.email && <Mail of={of.email} />,
        "CRM id": of.crmEntityId && <code>{of.crmEntityId}</code>,
        Address: of.address,
        Since: <Time at={of.createdAt} />,
        Changed: of.updatedAt !== of.createdAt && <Time at={of.updatedAt} />,
        Id: <code>{of.id}</code>,
      }}
    />
  </Section>
);
