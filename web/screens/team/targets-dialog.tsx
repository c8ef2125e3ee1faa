import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, ProblemAlert, Select, Skeleton } from "../../parts/index.js";
import type { FigureName } from "../../lib/figure-texts.js";
import { targetNames, type TargetTeam } from "../../lib/find-targets.js";
import { TeamTargets } from "../../lib/targets.graphql.js";
import { showToast } from "../../lib/toast.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { SetTargets } from "./team.graphql.js";

const fields: Record<FigureName, { label: string; max: number }> = {
  calls: { label: "Calls of a rep in a week", max: 1_000 },
  score: { label: "Score, from 0 to 100", max: 100 },
  closeRate: { label: "Closed, in percent of the calls", max: 100 },
  talkRatio: { label: "Rep talks, at most percent", max: 100 },
  questions: { label: "Questions per call", max: 1_000 },
};

type Values = TargetTeam["targets"];
/** What was typed, by the team's id ("" for all teams) and the figure. */
type Drafts = Readonly<Record<string, Partial<Record<FigureName, string>>>>;

/** An empty field is no target. */
const readValue = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const formatValue = (value: number | null): string => (value === null ? "" : String(value));

/** Returns the targets that were changed; what others changed meanwhile stays. */
const findChanges = (
  own: Values,
  draft: Drafts[string] = {},
): Partial<Record<FigureName, number | null>> =>
  Object.fromEntries(
    targetNames.flatMap((name) => {
      const text = draft[name];
      return text === undefined || text === formatValue(own[name]) ? [] : [[name, readValue(text)]];
    }),
  );

const TargetFields = ({
  own,
  forAll,
  draft,
  onType,
}: {
  own: Values;
  /** Those of the organization, for a team. */
  forAll: Values | undefined;
  draft: Drafts[string] | undefined;
  onType: (name: FigureName, text: string) => void;
}) => (
  <>
    {targetNames.map((name) => {
      const general = forAll?.[name] ?? null;
      return (
        <Field
          key={name}
          label={fields[name].label}
          name={name}
          type="number"
          min={0}
          max={fields[name].max}
          step="any"
          inputMode="decimal"
          value={draft?.[name] ?? formatValue(own[name])}
          onInput={({ currentTarget }) => onType(name, currentTarget.value)}
          {...(general !== null && { hint: `Empty: ${general}, as for all teams` })}
        />
      );
    })}
  </>
);

/** Sets what reps should reach: an admin for all teams or one, a manager for the teams that they lead. */
export const TargetsDialog = ({
  onClose,
  onSaved,
}: {
  onClose: () => void;
  onSaved: () => void;
}) => {
  const isAdmin = useIsAdmin();
  const viewer = useViewerEmail();
  const { data, problem, reload } = useQuery(TeamTargets, {});
  const save = useMutation(SetTargets);
  const [chosen, setChosen] = useState<string>();
  const [drafts, setDrafts] = useState<Drafts>({});
  const teams = (data?.teams ?? []).filter(
    ({ leads }) => isAdmin || leads.some(({ email }) => email === viewer),
  );
  const teamId = chosen ?? (isAdmin ? "" : (teams[0]?.id ?? ""));
  const team = teams.find(({ id }) => id === teamId);
  const forAll = data?.organization?.targets;
  const findOwn = (id: string): Values | undefined =>
    id === "" ? forAll : teams.find((one) => one.id === id)?.targets;
  const own = findOwn(teamId);
  const submit = async (): Promise<void> => {
    for (const [id, draft] of Object.entries(drafts)) {
      const before = findOwn(id);
      const input = before ? findChanges(before, draft) : {};
      if (Object.keys(input).length === 0) continue;
      if (!(await save.run({ input, ...(id !== "" && { teamId: id }) }))) {
        setChosen(id);
        return;
      }
    }
    showToast("Targets saved");
    onSaved();
  };
  return (
    <Dialog title="Targets" onClose={onClose}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={6} />}
      {own && (
        <Form mutation={save} onSubmit={() => void submit()}>
          <p class="muted">
            What a rep should reach on average. It stands beside the figures of the team and of each
            rep. {team ? "An empty field follows all teams." : "An empty field is no target."}
          </p>
          {(isAdmin || teams.length > 1) && (
            <Select
              label="For"
              options={{
                ...(isAdmin && { "": "All teams" }),
                ...Object.fromEntries(teams.map(({ id, name }) => [id, name])),
              }}
              value={teamId}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            />
          )}
          <TargetFields
            own={own}
            forAll={team && forAll}
            draft={drafts[teamId]}
            onType={(name, text) =>
              setDrafts((before) => ({
                ...before,
                [teamId]: { ...before[teamId], [name]: text },
              }))
            }
          />
          <div class="actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="main" isBusy={save.isBusy}>
              Save
            </Button>
          </div>
        </Form>
      )}
    </Dialog>
  );
};
