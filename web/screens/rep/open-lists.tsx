import { Section } from "../../parts/index.js";
import { shorten } from "../../lib/format.js";
import { href, hrefAtTime } from "../../lib/location.js";
import { describeStep } from "../../lib/step-text.js";
import { formatDue, isOverdue } from "../next-steps/days.js";
import type { RepQuery } from "./rep.graphql.js";

type Filters = Record<string, string>;

/** The latest open comments. `all`: the filters of the whole list. */
export const OpenComments = ({
  title,
  comments,
  all,
}: {
  title: string;
  comments: RepQuery["comments"]["nodes"];
  all: Filters;
}) => (
  <Section
    title={title}
    actions={
      <a class="small" href={href("/comments", {}, all)}>
        All comments
      </a>
    }
  >
    {comments.length === 0 && <p class="muted">No open comments.</p>}
    <ul class="newest">
      {comments.map(
        ({ id, text, start, author, recording }) =>
          recording && (
            <li key={id}>
              <a
                href={
                  start === null
                    ? href("/recordings/:id", { id: recording.id })
                    : hrefAtTime(recording.id, start)
                }
              >
                {shorten(text)}
              </a>
              <span class="muted second-line">
                {author.name} · {recording.name}
              </span>
            </li>
          ),
      )}
    </ul>
  </Section>
);

/** The first open next steps. `all`: the filters of the whole list. */
export const OpenSteps = ({
  title,
  steps,
  all,
}: {
  title: string;
  steps: RepQuery["actionItems"]["nodes"];
  all: Filters;
}) => (
  <Section
    title={title}
    actions={
      <a class="small" href={href("/next-steps", {}, all)}>
        All next steps
      </a>
    }
  >
    {steps.length === 0 && <p class="muted">Nothing is open.</p>}
    <ul class="newest">
      {steps.map(
        ({ id, text, due, recording }) =>
          recording && (
            <li key={id}>
              <a href={href("/recordings/:id", { id: recording.id })}>
                {describeStep({ text, due })}
              </a>
              <span class="muted second-line">
                {due && (
                  <span class={isOverdue({ due, completed: false }) ? "bad" : undefined}>
                    {formatDue(due)} ·{" "}
                  </span>
                )}
                {recording.name}
              </span>
            </li>
          ),
      )}
    </ul>
  </Section>
);
