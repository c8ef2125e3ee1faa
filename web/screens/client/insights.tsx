import { FactList, buildJsonFacts, Section, Time } from "../../parts/index.js";
import type { Client } from "./types.js";

/** The organization's own fields about the client. */
export const Insights = ({ client: { insights, insightsUpdatedAt } }: { client: Client }) => {
  const facts = buildJsonFacts(insights);
  return (
    <Section
      title="Insights"
      actions={
        insightsUpdatedAt && (
          <p class="muted small">
            Updated <Time at={insightsUpdatedAt} />
          </p>
        )
      }
    >
      {Object.keys(facts).length > 0 ? (
        <FactList facts={facts} />
      ) : (
        <p class="muted">No insights yet.</p>
      )}
    </Section>
  );
};
