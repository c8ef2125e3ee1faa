import { Section, StatusBadge } from "../../parts/index.js";
import type { Recording } from "./types.js";

const kindTexts = { explicit: "For the team", client: "For the client" };

export const ActionItems = ({ actionItems }: { actionItems: Recording["actionItems"] }) =>
  actionItems &&
  actionItems.length > 0 && (
    <Section title="Action items">
      {(["explicit", "client"] as const).map((kind) => {
        const items = actionItems.filter((item) => item.kind === kind);
        return (
          items.length > 0 && (
            <div key={kind}>
              <h3 class="muted small">{kindTexts[kind]}</h3>
              <ul class="items">
                {items.map(({ text, assignee, completed }) => (
                  <li key={text}>
                    <StatusBadge
                      status={completed ? "processed" : "pending"}
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
