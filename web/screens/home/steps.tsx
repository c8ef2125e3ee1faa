import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Command, Icon } from "../../parts/index.js";
import { href } from "../../src/location.js";
import type { GettingStartedQuery } from "../home.graphql.js";
import { commandsFor } from "./commands.js";

type Name = keyof GettingStartedQuery["gettingStarted"];

interface StepProps {
  title: string;
  done: boolean;
  /** How it is done. */
  children: ComponentChildren;
}

const Step = ({ title, done, children }: StepProps) => (
  <li class={done ? "card step done" : "card step"}>
    <span class="tick">{done && <Icon name="check" />}</span>
    <h2>
      {title}
      {done && <span class="muted small"> · done</span>}
    </h2>
    {done ? (
      <details>
        <summary class="small muted">How</summary>
        <div class="stack">{children}</div>
      </details>
    ) : (
      <div class="stack">{children}</div>
    )}
  </li>
);

/** What makes an organization ready, and how: all of it, or what is left to do. */
export const Steps = ({ of, leftOnly }: { of: GettingStartedQuery; leftOnly: boolean }) => {
  const { organization, users, recordings } = of;
  const userEmail = users.at(-1)?.email ?? "rep@example.com";
  const recordingId = recordings.nodes[0]?.id;
  const commands = useMemo(
    () => commandsFor({ userEmail, recordingId, now: Date.now() }),
    [userEmail, recordingId],
  );
  const step = (name: Name, title: string, how: ComponentChildren) => {
    const done = of.gettingStarted[name];
    return (
      !(done && leftOnly) && (
        <Step key={name} title={title} done={done}>
          {how}
        </Step>
      )
    );
  };
  return (
    <ol class="steps">
      {step(
        "keyUsed",
        "Use the API key",
        <>
          <p>
            It was shown when it was made. Without it, <a href={href("/settings")}>refresh it</a>.
            Its first use is known here a minute later.
          </p>
          <Command text={commands.key} what="the command that uses the key" />
        </>,
      )}
      {step(
        "people",
        "Add the people whose calls are recorded",
        <p>
          Calls and appointments name them by their e-mail.{" "}
          <a href={href("/people")}>Go to the people</a>
        </p>,
      )}
      {step(
        "appointments",
        "Push an appointment",
        <>
          <p>From the calendar or the CRM. A call around its time is matched to it.</p>
          <Command text={commands.appointment} what="the command that pushes an appointment" />
        </>,
      )}
      {step(
        "calls",
        "Send a call",
        <>
          <p>From the phone system, when the call is over.</p>
          <Command text={commands.call} what="the command that sends a call" />
        </>,
      )}
      {step(
        "processed",
        "Write its analysis",
        <>
          <p>
            By what transcribes and sums up, with an internal token. An operator makes one by{" "}
            <code>debrief token create --org {organization.id} --role internal</code>.
          </p>
          <Command text={commands.analysis} what="the command that writes an analysis" />
        </>,
      )}
      {step(
        "webhooks",
        "Make a webhook",
        <p>
          So that another system is told of each analysed call.{" "}
          <a href={href("/webhooks")}>Go to the webhooks</a>
        </p>,
      )}
      {step(
        "delivered",
        "Deliver something",
        <p>
          A test shows whether the receiver takes it. <a href={href("/webhooks")}>Send a test</a>
        </p>,
      )}
    </ol>
  );
};
