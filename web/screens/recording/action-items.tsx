import { Section, Status } from "../../parts/index.js";
import type { Recording } from "./shape.js";

const kinds = { explicit: "For the team", client: "For the client" };

export const ActionItems = ({ of }: { of: Recording["actionItems"] }) =>
  of && (
    <Section title="Action items">
      {(["explicit", "client"] as const).map((kind) => {
        const items = of.filter((item) => item.kind === kind);
        return (
          items.length > 0 && (
            <div key={kind}>
              <h3 class="muted small">{kinds[kind]}</h3>
              <ul class="items">
                {items.map(({ text, assignee, completed }) => (
                  <li key={text}>
                    <Status
                      of={completed ? "processed" : "pending"}
                      text={completed ? "done" : "open"}
                    />
                    <span>
                      {text}
                      {assignee && <span class="muted"> · {assignee}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </Section>
  );
