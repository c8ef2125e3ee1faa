import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { CommandBlock, Icon } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { UploadButton } from "../recordings/upload-button.js";
import { buildCommands } from "./commands.js";
import type { GettingStartedQuery } from "./home.graphql.js";

type Progress = GettingStartedQuery["gettingStarted"];

/** A step of the setup. */
interface SetupStep {
  title: string;
  isDone: boolean;
  /** The instructions. */
  how: ComponentChildren;
}

const StepCard = ({ title, isDone, how }: SetupStep) => (
  <li class={isDone ? "card step done" : "card step"}>
    <span class="tick">{isDone && <Icon name="check" />}</span>
    <h2>
      {title}
      {isDone && <span class="muted small"> · done</span>}
    </h2>
    {isDone ? (
      <details>
        <summary class="small muted">Show instructions</summary>
        <div class="stack">{how}</div>
      </details>
    ) : (
      <div class="stack">{how}</div>
    )}
  </li>
);

type Commands = ReturnType<typeof buildCommands>;

/** What an admin does with a mouse: the first steps. */
const buildFirstSteps = (
  progress: Progress,
  commands: Commands,
  onSent: () => void,
): SetupStep[] => [
  {
    title: "Choose what to measure",
    isDone: progress.hasScorecards,
    how: (
      <p>
        A scorecard has the questions that make up the score, such as “Did the rep ask for the
        order?” There are ready ones to start from.{" "}
        <a href={href("/scorecards")}>Go to scorecards</a>
      </p>
    ),
  },
  {
    title: "Upload a recording",
    isDone: progress.hasCalls,
    how: (
      <>
        <p>
          Drop a recorded call anywhere on this page, or choose the file.{" "}
          {progress.isAnalyzed &&
            "debrief writes down what was said and shows the score, the next steps and what to try, each with its moment."}
        </p>
        <div>
          <UploadButton kind="main" onSent={onSent} />
        </div>
      </>
    ),
  },
  {
    title: "Invite your people",
    isDone: progress.hasPeople,
    how: (
      <p>
        Reps hear their own calls, and managers those of their teams.{" "}
        <a href={href("/people")}>Go to people</a>
      </p>
    ),
  },
  {
    title: "Connect your phone system",
    isDone: progress.hasPhoneCalls,
    how: (
      <>
        <p>
          It sends each call to debrief by itself.{" "}
          <a href={href("/received")}>Choose your phone system</a>
        </p>
        <details>
          <summary class="small muted">Send a call by hand</summary>
          <CommandBlock text={commands.call} name="the command that sends a call" />
        </details>
      </>
    ),
  },
  {
    title: "Connect your calendar or CRM",
    isDone: progress.hasAppointments,
    how: (
      <>
        <p>
          debrief then knows whom each call was with, and which visits have no recording.{" "}
          <a href={href("/settings/calendars")}>Add a calendar</a>
        </p>
        <details>
          <summary class="small muted">Send an appointment by hand</summary>
          <CommandBlock text={commands.appointment} name="the command that sends an appointment" />
        </details>
      </>
    ),
  },
];

/** What a developer does, last. */
const buildLastSteps = (
  progress: Progress,
  commands: Commands,
  organizationId: string,
): SetupStep[] => [
  ...(progress.isAnalyzed
    ? []
    : [
        {
          title: "Write the analysis",
          isDone: progress.hasProcessed,
          how: (
            <>
              <p>
                This server doesn’t analyse calls. Your transcription and summary tool writes the
                analysis with an internal token. An operator creates the token with{" "}
                <code>debrief token create --org {organizationId} --role internal</code>.
              </p>
              <CommandBlock text={commands.analysis} name="the command that writes an analysis" />
            </>
          ),
        },
      ]),
  {
    title: "Use the API key",
    isDone: progress.hasUsedKey,
    how: (
      <>
        <p>
          You saw the key when the organization was created. If you don’t have it,{" "}
          <a href={href("/settings/keys")}>refresh it in the settings</a>. This step updates within
          a minute of the key’s first use.
        </p>
        <CommandBlock text={commands.key} name="the command that uses the key" />
      </>
    ),
  },
  {
    title: "Create a webhook",
    isDone: progress.hasWebhooks,
    how: (
      <p>
        It notifies another system about each analysed call.{" "}
        <a href={href("/webhooks")}>Go to webhooks</a>
      </p>
    ),
  },
  {
    title: "Deliver an event",
    isDone: progress.hasDelivered,
    how: (
      <p>
        A test shows whether the receiver accepts events.{" "}
        <a href={href("/webhooks")}>Send a test</a>
      </p>
    ),
  },
];

/** The setup steps of an organization with instructions. `hidesDone` omits the steps that are done. */
export const Steps = ({
  setup,
  hidesDone,
  onSent,
}: {
  setup: GettingStartedQuery;
  hidesDone: boolean;
  /** Runs after an upload. */
  onSent: () => void;
}) => {
  const { gettingStarted: progress, organization, users, recordings } = setup;
  const userEmail = users.at(-1)?.email ?? "rep@example.com";
  const recordingId = recordings.nodes[0]?.id;
  const commands = useMemo(
    () => buildCommands({ userEmail, recordingId, now: Date.now() }),
    [userEmail, recordingId],
  );
  const all = [
    ...buildFirstSteps(progress, commands, onSent),
    ...buildLastSteps(progress, commands, organization.id),
  ];
  const doneCount = all.filter(({ isDone }) => isDone).length;
  if (doneCount === all.length) return null;
  return (
    <>
      <p class="muted lead">
        {hidesDone ? "Next steps" : `${doneCount} of ${all.length} steps done`}
      </p>
      <ol class="steps">
        {all
          .filter(({ isDone }) => !(isDone && hidesDone))
          .map((step) => (
            <StepCard key={step.title} {...step} />
          ))}
      </ol>
    </>
  );
};
