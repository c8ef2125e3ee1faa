import { Checkbox, ProblemAlert, Section } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SetWeeklyMail } from "./account.graphql.js";

/** Turns the viewer's mail about the week on and off. */
export const WeeklyMail = ({ isWanted, onDone }: { isWanted: boolean; onDone: () => void }) => {
  const set = useMutation(SetWeeklyMail);
  const change = async (wanted: boolean): Promise<void> => {
    if (!(await set.run({ wanted }))) return;
    showToast(wanted ? "Weekly mail turned on" : "Weekly mail turned off");
    onDone();
  };
  return (
    <Section title="Your weekly mail">
      <p class="muted">
        On Mondays, reps get their own week, and managers that of the teams they lead.
      </p>
      <ProblemAlert problem={set.problem} />
      <Checkbox
        label="Send me the week by e-mail"
        checked={isWanted}
        disabled={set.isBusy}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </Section>
  );
};
