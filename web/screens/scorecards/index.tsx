import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  GraphqlHint,
  ProblemAlert,
  Screen,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { formatWeight } from "../../lib/answers.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { sourceTexts } from "../../lib/source-texts.js";
import { showToast } from "../../lib/toast.js";
import { Scorecards as Operation } from "./scorecards.graphql.js";
import type { Kind, Scorecard, Team } from "./types.js";
import { EarlierCalls } from "./earlier-calls.js";
import { ScorecardDialog } from "./scorecard-dialog.js";

/** Describes how a question is measured; undefined for a yes/no question that counts once. */
const describeMeasure = (kind: Kind, weight: number): string | undefined => {
  const times = weight > 1 ? formatWeight(weight) : undefined;
  if (kind === "rating") return times ? `Rated 1 to 5, counts ${times}` : "Rated 1 to 5";
  return times && `Counts ${times}`;
};

const SecondLine = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <span class="muted second-line">{text}</span>;

/** An admin sees all teams that weren't deleted, others only their own. */
const describeTeams = (teams: readonly Team[], isAdmin: boolean): string => {
  if (teams.length > 0) return `For the calls of ${teams.map(({ name }) => name).join(", ")}`;
  return isAdmin ? "For no calls: its teams were deleted" : "For the calls of other teams";
};

const buildColumns = (
  isAdmin: boolean,
  mayCreate: boolean,
  edit: (scorecard: Scorecard, as: "itself" | "copy") => void,
): Column<Scorecard>[] => [
  {
    title: "Scorecard",
    isHeader: true,
    cell: ({ name, version, sources, isForTeams, isRetired, teams }) => (
      <>
        {name}
        <SecondLine text={isRetired ? "Retired" : undefined} />
        <SecondLine text={isForTeams ? describeTeams(teams, isAdmin) : undefined} />
        {version > 1 && <span class="muted second-line">Version {version}</span>}
        {sources.length > 0 && (
          <span class="muted second-line">
            For calls from: {sources.map((source) => sourceTexts[source]).join(", ")}
          </span>
        )}
      </>
    ),
  },
  {
    title: "Questions",
    cell: ({ questions }) => (
      <ol class="questions">
        {questions.map(({ id, question, kind, weight, tracker }) => (
          <li key={id}>
            {question}
            <SecondLine text={describeMeasure(kind, weight)} />
            <SecondLine text={tracker ? `Tracker: ${tracker.name}` : undefined} />
          </li>
        ))}
      </ol>
    ),
  },
  {
    title: "Actions",
    cell: (scorecard) => {
      const { name, mayChange } = scorecard;
      if (mayChange)
        return (
          <Button aria-label={`Edit ${name}`} onClick={() => edit(scorecard, "itself")}>
            Edit
          </Button>
        );
      return (
        mayCreate && (
          <Button aria-label={`Adapt for my team: ${name}`} onClick={() => edit(scorecard, "copy")}>
            Adapt for my team
          </Button>
        )
      );
    },
  },
];

const Scorecards = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<{ scorecard?: Scorecard; copied?: Scorecard }>();
  const isAdmin = useIsAdmin();
  const viewer = useViewerEmail();
  const teams =
    data?.teams.filter(({ leads }) => isAdmin || leads.some(({ email }) => email === viewer)) ?? [];
  const isManager = useIsManager();
  const mayCreate = isAdmin || (isManager && teams.length > 0);
  return (
    <Screen
      title="Scorecards"
      actions={
        mayCreate && (
          <Button kind="main" onClick={() => setEdited({})}>
            New scorecard
          </Button>
        )
      }
    >
      <p class="muted lead">
        A scorecard lists the questions that the analysis answers about a call. The answers make up
        the score. A change of the questions is a new version: earlier scores stay until you analyse
        the calls again.
        {!isAdmin &&
          mayCreate &&
          " Yours are for the teams that you lead. To change one that is for all, adapt it: its copy takes its place for your team."}
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.templates.length === 0 && (
        <EmptyState title="No scorecards yet">
          <p>
            {mayCreate
              ? "Create a scorecard to measure how well reps follow your process. There are ready ones to start from."
              : "Admins, and managers for the teams that they lead, create them."}
          </p>
        </EmptyState>
      )}
      {data && data.templates.length > 0 && (
        <div class="card">
          <Table
            caption="Scorecards"
            columns={buildColumns(isAdmin, mayCreate, (scorecard, as) =>
              setEdited(as === "copy" ? { copied: scorecard } : { scorecard }),
            )}
            rows={data.templates}
            idOf={({ id }) => id}
            isBusy={isBusy}
          />
        </div>
      )}
      {isAdmin ? (
        <div class="earlier-calls">
          <EarlierCalls />
        </div>
      ) : (
        <p class="muted earlier-calls">
          A change counts for new calls. For an earlier call, choose <em>Analyse again</em> on its
          page; an admin can do so for all of them at once.
        </p>
      )}
      {data && edited && (
        <ScorecardDialog
          scorecard={edited.scorecard}
          copied={edited.copied}
          others={data.templates}
          teams={teams}
          trackers={data.trackers}
          onClose={() => setEdited(undefined)}
          onDone={() => {
            setEdited(undefined);
            showToast("Scorecard saved");
            reload();
          }}
        />
      )}
      <GraphqlHint query={Operation} />
    </Screen>
  );
};

export default Scorecards;
