import { FactList, buildJsonFacts, Section } from "../../parts/index.js";

export const Metadata = ({ metadata }: { metadata: unknown }) => {
  const facts = buildJsonFacts(metadata);
  return (
    <Section title="Metadata">
      {Object.keys(facts).length > 0 ? (
        <FactList facts={facts} />
      ) : (
        <p class="muted">This appointment has no metadata.</p>
      )}
    </Section>
  );
};
