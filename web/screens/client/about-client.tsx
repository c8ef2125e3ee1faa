import { FactList, Section, Time } from "../../parts/index.js";
import { Email } from "../../parts/value/email.js";
import type { Client } from "./types.js";

export const AboutClient = ({ client }: { client: Client }) => (
  <Section title="About">
    <FactList
      facts={{
        Name: client.name,
        "E-mail": client.email && <Email address={client.email} />,
        "CRM ID": client.crmEntityId && <code>{client.crmEntityId}</code>,
        Address: client.address,
        Created: <Time at={client.createdAt} />,
        Updated: client.updatedAt !== client.createdAt && <Time at={client.updatedAt} />,
        ID: <code>{client.id}</code>,
      }}
    />
  </Section>
);
