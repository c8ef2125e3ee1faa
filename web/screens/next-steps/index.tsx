import { useRef } from "preact/hooks";
import { Button, EmptyState, ProblemAlert, Screen, Skeleton, Time } from "../../parts/index.js";
import { href, useFilters } from "../../lib/location.js";
import { addDaysToToday } from "../../lib/range.js";
import { useChangedItems } from "../../lib/use-changed-items.js";
import { useConnection } from "../../lib/use-connection.js";
import { useUsers } from "../../lib/use-users.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { NextSteps as Operation, type NextStepsQuery } from "./next-steps.graphql.js";
import { StepFilters, type StepFilterValues, stepFilterNames } from "./step-filters.js";
import { StepItem } from "./step-item.js";
import type { Step } from "./types.js";

type Node = NextStepsQuery["actionItems"]["nodes"][number];

const toFilter = (
  { owner, state = "", userEmail }: StepFilterValues,
  viewer: string | undefined,
) => ({
  ...(owner === "mine" && viewer && { ownerEmail: viewer }),
  ...(state !== "all" && { completed: state === "done" }),
  ...(state === "overdue" && { dueBefore: addDaysToToday(0) }),
  ...(userEmail && { userEmail }),
});

/** The call that a step is from. */
const Place = ({ recording }: { recording: NonNullable<Node["recording"]> }) => (
  <p class="comment-place">
    <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>
    <span class="muted">
      {recording.user.name}
      {" · "}
      <Time at={recording.startedAt} isDayOnly />
    </span>
  </p>
);

/** The next steps from all calls that the user sees, those of the newest call first. */
const NextSteps = () => {
  const places = useRef<HTMLUListElement>(null);
  const [values, change] = useFilters(stepFilterNames);
  const users = useUsers();
  const filter = toFilter(values, useViewerEmail());
  const list = useConnection(Operation, { filter }, (data) => data.actionItems);
  const {
    items: steps,
    change: changeStep,
    remove,
  } = useChangedItems<Step, Node>(list.nodes ?? []);
  return (
    <Screen title="Next steps">
      <StepFilters values={values} users={users ?? {}} onChange={change} />
      <ProblemAlert problem={list.problem} onRetry={list.reload} />
      {!list.nodes && !list.problem && <Skeleton rows={10} />}
      {list.nodes && steps.length === 0 && !list.hasMore && (
        <EmptyState title="No such next steps">
          <p>
            What people promise in a call appears here once the call is analysed. On a recording’s
            page, you can add more.
          </p>
        </EmptyState>
      )}
      {steps.length > 0 && (
        <ul class="threads card" ref={places} tabIndex={-1}>
          {steps.map(
            ({ recording, ...step }) =>
              recording && (
                <StepItem
                  key={step.id}
                  step={step}
                  recordingId={recording.id}
                  rep={recording.user}
                  onChanged={changeStep}
                  onDeleted={() => {
                    remove(step.id);
                    // The focused button disappears.
                    places.current?.focus();
                  }}
                >
                  <Place recording={recording} />
                </StepItem>
              ),
          )}
        </ul>
      )}
      {list.hasMore && (
        <Button isBusy={list.isBusy} onClick={list.loadMore}>
          Load more
        </Button>
      )}
    </Screen>
  );
};

export default NextSteps;
