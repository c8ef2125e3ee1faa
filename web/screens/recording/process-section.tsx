import { Section, Status } from "../../parts/index.js";
import type { Recording } from "./shape.js";

/** How well the rep kept to the questions of the template. */
export const Process = ({
  of,
  template,
}: {
  of: Recording["process"];
  template: string | undefined;
}) =>
  of && (
    <Section title="Process">
      <p>
        <strong>
          {of.followed} of {of.total}
        </strong>{" "}
        followed
        {template && <span class="muted"> · {template}</span>}
      </p>
      {of.summary && <p>{of.summary}</p>}
      <ul class="items">
        {of.answers.map(({ questionId, question, answer, yes }) => (
          <li key={questionId}>
            <Status of={yes ? "processed" : "inactive"} text={yes ? "yes" : "no"} />
            <span>
              {question}
              {answer && <span class="muted answer">{answer}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
