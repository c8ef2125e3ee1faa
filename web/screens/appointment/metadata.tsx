import { Facts, jsonFacts, Section } from "../../parts/index.js";

export const Metadata = ({ of }: { of: unknown }) => {
  const facts = jsonFacts(of);
  return (
    <Section title="Metadata">
      {Object.keys(facts).length > 0 ? (
        <Facts of={facts} />
      ) : (
        <p class="muted">The appointment came without metadata.</p>
      )}
    </Section>
  );
};
