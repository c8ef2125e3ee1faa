import type { ComponentChildren } from "preact";
import { Section, Score } from "../../parts/index.js";
import { href } from "../../lib/location.js";

interface Call {
  id: string;
  name: string;
  process: { score: number; total: number } | null;
  client: { name: string | null } | null;
}

/** The latest calls of a rep, by client and score. `renderDetails`: what else stands beside a call. */
export const CallList = <Row extends Call>({
  title,
  calls,
  email,
  renderDetails,
}: {
  title: string;
  calls: Row[];
  email: string;
  renderDetails: (call: Row) => ComponentChildren;
}) => (
  <Section
    title={title}
    actions={
      <a class="small" href={href("/recordings", {}, { userEmail: email })}>
        All calls
      </a>
    }
  >
    {calls.length === 0 && <p class="muted">No calls yet.</p>}
    <ul class="newest">
      {calls.map((call) => (
        <li key={call.id}>
          <a href={href("/recordings/:id", { id: call.id })}>{call.client?.name ?? call.name}</a>{" "}
          <Score process={call.process} /> {renderDetails(call)}
        </li>
      ))}
    </ul>
  </Section>
);
