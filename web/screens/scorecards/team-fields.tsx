import { Checkbox, type FormValues } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import type { Scorecard, Team } from "./types.js";

const REPLACES =
  "The scorecards of a team take the place of those for all teams, for the calls from the same sources.";

interface Props {
  /** Undefined for a new scorecard. */
  scorecard: Scorecard | undefined;
  /** Those that the viewer may choose. */
  teams: readonly Team[];
}

/** Returns whether the scorecard is for no calls, because its teams were deleted. */
const hasLostTeams = (scorecard: Scorecard | undefined): boolean =>
  scorecard?.isForTeams === true && scorecard.teams.length === 0;

/** Chooses the teams for whose calls a scorecard is. */
export const TeamFields = ({ scorecard, teams }: Props) => {
  const isAdmin = useIsAdmin();
  const [first] = teams;
  const chosen = new Set(scorecard?.teams.map(({ id }) => id));
  if (!isAdmin && teams.length === 1)
    return (
      <div>
        <p>For the calls of {first!.name}.</p>
        <p class="hint">{REPLACES}</p>
        <input type="hidden" name="teamIds" value={first!.id} />
      </div>
    );
  const isLost = hasLostTeams(scorecard);
  if (!first && !isLost) return null;
  return (
    <fieldset class="checks">
      <legend>For the teams</legend>
      {teams.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          name="teamIds"
          value={id}
          defaultChecked={chosen.has(id) || (!isAdmin && !scorecard && id === first?.id)}
        />
      ))}
      {isLost && <Checkbox label="All teams" name="allTeams" value="yes" />}
      <p class="hint">
        {isAdmin && !isLost && "Without a selection, it is for all teams. "}
        {isLost && "Its teams were deleted: without a selection, it stays without calls. "}
        {REPLACES}
      </p>
    </fieldset>
  );
};

/** Returns the chosen teams; undefined to keep a scorecard whose teams were deleted without calls. */
export const readTeamIds = (
  values: FormValues,
  scorecard: Scorecard | undefined,
): string[] | undefined => {
  const teamIds = values.all("teamIds");
  return hasLostTeams(scorecard) && teamIds.length === 0 && values.all("allTeams").length === 0
    ? undefined
    : teamIds;
};
