import { Facts, jsonFacts, Section, Time } from "../../parts/index.js";
import type { Client } from "./shape.js";

/** The fields of the client that are the organization's own. */
export const Insights = ({ of: { insights, insightsUpdatedAt } }: { of: Client }) => {
  const facts = jsonFacts(insights);
  return (
    <Section
      title="Insights"
      actions={
        insightsUpdatedAt && (
          <p class="muted small">
            As of <Time at={insightsUpdatedAt} />
          </p>
        )
      }
    >
      {Object.keys(facts).length > 0 ? (
        <Facts of={facts} />
      ) : (
        <p class="muted">Nothing is known yet beyond the details.</p>
      )}
    </Section>
  );
};
