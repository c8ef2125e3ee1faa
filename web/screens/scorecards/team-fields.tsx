import { Checkbox } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import type { Scorecard, Team } from "./types.js";

interface Props {
  /** Undefined for a new scorecard. */
  scorecard: Scorecard | undefined;
  /** Those that the viewer may choose. */
  teams: readonly Team[];
}

/** Chooses the teams for whose calls a scorecard is. */
export const TeamFields = ({ scorecard, teams }: Props) => {
  const isAdmin = useIsAdmin();
  const [first] = teams;
  const chosen = new Set(scorecard?.teams.map(({ id }) => id));
  if (!first) return null;
  if (!isAdmin && teams.length === 1)
    return (
      <p class="muted">
        For the calls of {first.name}.
        <input type="hidden" name="teamIds" value={first.id} />
      </p>
    );
  return (
    <fieldset class="checks">
      <legend>For the teams</legend>
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          name="teamIds"
          value={id}
          defaultChecked={chosen.has(id) || (!isAdmin && !scorecard && id === first.id)}
        />
      ))}
      <p class="hint">
        {isAdmin && "Without a selection, it is for all teams. "}
        The scorecards of a team take the place of those for all teams.
      </p>
      {scorecard?.isForTeams && chosen.size === 0 && (
        <p class="hint">
          Its teams were deleted, so it is for no calls. Without a selection, it is for all teams
          again.
        </p>
      )}
    </fieldset>
  );
};
