import { Section, StatusBadge } from "../../parts/index.js";
import type { Recording } from "./types.js";

/** The answers to the template's questions, and how many were yes. */
export const ProcessSection = ({
  process,
  template,
}: {
  process: Recording["process"];
  template: string | undefined;
}) =>
  process && (
    <Section title="Process">
      <p>
        <strong>
          {process.followed} of {process.total}
        </strong>{" "}
        followed
        {template && <span class="muted"> · {template}</span>}
      </p>
      {process.summary && <p>{process.summary}</p>}
      <ul class="items">
        {process.answers.map(({ questionId, question, answer, yes, answered }) => (
          <li key={questionId}>
            <StatusBadge
              status={yes ? "processed" : "inactive"}
              text={answered ? (yes ? "yes" : "no") : "not answered"}
            />
            <span>
              {question}
              {answer && <span class="muted second-line">{answer}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
