import { useState } from "preact/hooks";
import { Button, FactList, ProblemAlert, Section, Skeleton } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { PrivacyDialog } from "./privacy-dialog.js";
import { refusedConsentTexts } from "./privacy-texts.js";
import { Privacy as Operation, type PrivacyQuery } from "./privacy.graphql.js";

const PrivacyFacts = ({ redaction, refusedConsent }: PrivacyQuery) => (
  <FactList
    facts={{
      "Card numbers": redaction.cardNumbers ? "replaced, and silenced in audio" : "kept",
      "Own patterns":
        redaction.patterns.length === 0
          ? "none"
          : redaction.patterns.map(({ name }) => name).join(", "),
      "Calls without consent": refusedConsentTexts[refusedConsent],
    }}
  />
);

/** What is redacted, and what happens to calls without consent. */
export const PrivacySection = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const [isChanging, setChanging] = useState(false);
  const finish = (): void => {
    setChanging(false);
    reload();
  };
  return (
    <Section
      title="Privacy"
      actions={data && <Button onClick={() => setChanging(true)}>Change privacy</Button>}
    >
      <p class="muted">
        debrief can replace card numbers and texts of your own patterns before it stores or sends
        them. Audio is then served once it is checked, which needs a transcript.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={3} />}
      {data && <PrivacyFacts {...data} />}
      {data && isChanging && (
        <PrivacyDialog current={data} onClose={() => setChanging(false)} onDone={finish} />
      )}
    </Section>
  );
};
