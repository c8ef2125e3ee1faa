import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { CommandBlock, Icon } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import type { GettingStartedQuery } from "./home.graphql.js";
import { buildCommands } from "./commands.js";

type StepName = keyof GettingStartedQuery["gettingStarted"];

interface StepProps {
  title: string;
  isDone: boolean;
  /** The instructions. */
  children: ComponentChildren;
}

const Step = ({ title, isDone, children }: StepProps) => (
  <li class={isDone ? "card step done" : "card step"}>
    <span class="tick">{isDone && <Icon name="check" />}</span>
    <h2>
      {title}
      {isDone && <span class="muted small"> · done</span>}
    </h2>
    {isDone ? (
      <details>
        <summary class="small muted">Show instructions</summary>
        <div class="stack">{children}</div>
      </details>
    ) : (
      <div class="stack">{children}</div>
    )}
  </li>
);

/** The setup steps of an organization with instructions. `hidesDone` omits the steps that are done. */
export const Steps = ({ setup, hidesDone }: { setup: GettingStartedQuery; hidesDone: boolean }) => {
  const { organization, users, recordings } = setup;
  const userEmail = users.at(-1)?.email ?? "rep@example.com";
  const recordingId = recordings.nodes[0]?.id;
  const commands = useMemo(
    () => buildCommands({ userEmail, recordingId, now: Date.now() }),
    [userEmail, recordingId],
  );
  const step = (name: StepName, title: string, how: ComponentChildren) => {
    const done = setup.gettingStarted[name];
    return (
      !(done && hidesDone) && (
        <Step key={name} title={title} isDone={done}>
          {how}
        </Step>
      )
    );
  };
  return (
    <ol class="steps">
      {step(
        "hasUsedKey",
        "Use the API key",
        <>
          <p>
            You saw the key when the organization was created. If you don’t have it,{" "}
            <a href={href("/settings/keys")}>refresh it in the settings</a>. This step updates
            within a minute of the key’s first use.
          </p>
          <CommandBlock text={commands.key} name="the command that uses the key" />
        </>,
      )}
      {step(
        "hasPeople",
        "Add the people whose calls you record",
        <p>
          Calls and appointments refer to them by e-mail. <a href={href("/people")}>Go to people</a>
        </p>,
      )}
      {step(
        "hasAppointments",
        "Send an appointment",
        <>
          <p>Your calendar or CRM sends it. debrief then matches calls around that time.</p>
          <CommandBlock text={commands.appointment} name="the command that sends an appointment" />
        </>,
      )}
      {step(
        "hasCalls",
        "Send a call",
        <>
          <p>Your phone system sends it after the call.</p>
          <CommandBlock text={commands.call} name="the command that sends a call" />
        </>,
      )}
      {step(
        "hasProcessed",
        "Write the analysis",
        <>
          <p>
            Your transcription and summary tool writes it with an internal token. An operator
            creates the token with{" "}
            <code>debrief token create --org {organization.id} --role internal</code>.
          </p>
          <CommandBlock text={commands.analysis} name="the command that writes an analysis" />
        </>,
      )}
      {step(
        "hasWebhooks",
        "Create a webhook",
        <p>
          It notifies another system about each analysed call.{" "}
          <a href={href("/webhooks")}>Go to webhooks</a>
        </p>,
      )}
      {step(
        "hasDelivered",
        "Deliver an event",
        <p>
          A test shows whether the receiver accepts events.{" "}
          <a href={href("/webhooks")}>Send a test</a>
        </p>,
      )}
    </ol>
  );
};
