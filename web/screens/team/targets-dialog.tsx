import { useState } from "preact/hooks";
import {
  Button,
  Dialog,
  Field,
  Form,
  type FormValues,
  ProblemAlert,
  Select,
  Skeleton,
} from "../../parts/index.js";
import type { FigureName } from "../../lib/figure-texts.js";
import { targetNames, type TargetTeam } from "../../lib/find-targets.js";
import { Targets } from "../../lib/targets.graphql.js";
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

/** An empty field is no target. */
const readValue = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const readTargets = (values: FormValues): Record<FigureName, number | null> =>
  Object.fromEntries(targetNames.map((name) => [name, readValue(values.get(name))])) as Record<
    FigureName,
    number | null
  >;

const TargetFields = ({ own, forAll }: { own: Values; forAll: Values | undefined }) => (
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
          defaultValue={own[name] ?? ""}
          {...(general !== null && { hint: `All teams: ${general}` })}
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
  const { data, problem, reload } = useQuery(Targets, {});
  const save = useMutation(SetTargets);
  const [chosen, setChosen] = useState<string>();
  const teams = (data?.teams ?? []).filter(
    ({ leads }) => isAdmin || leads.some(({ email }) => email === viewer),
  );
  const teamId = chosen ?? (isAdmin ? "" : (teams[0]?.id ?? ""));
  const team = teams.find(({ id }) => id === teamId);
  const forAll = data?.organization?.targets;
  const own = teamId === "" ? forAll : team?.targets;
  const submit = async (values: FormValues): Promise<void> => {
    const input = readTargets(values);
    if (!(await save.run({ input, ...(team && { teamId: team.id }) }))) return;
    showToast(team ? `Targets of ${team.name} saved` : "Targets saved");
    onSaved();
  };
  return (
    <Dialog title="Targets" onClose={onClose}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={6} />}
      {own && (
        <Form mutation={save} onSubmit={(values) => void submit(values)}>
          <p class="muted">
            What a rep should reach on average. It stands beside the figures of the team and of each
            rep. Leave a field empty for no target.
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
          <TargetFields key={teamId} own={own} forAll={team && forAll} />
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
