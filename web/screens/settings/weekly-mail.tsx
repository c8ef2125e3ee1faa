import { useState } from "preact/hooks";
import { Checkbox, ProblemAlert, Section } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SetWeeklyMail } from "./account.graphql.js";

/** Turns the viewer's mail about the week on and off. */
export const WeeklyMail = ({ isWanted, onDone }: { isWanted: boolean; onDone: () => void }) => {
  const set = useMutation(SetWeeklyMail);
  // What is shown while the server is told; without it, the box would jump back until the next answer.
  const [chosen, setChosen] = useState<boolean>();
  const change = async (wanted: boolean): Promise<void> => {
    setChosen(wanted);
    if (!(await set.run({ wanted }))) {
      setChosen(undefined);
      return;
    }
    showToast(wanted ? "Weekly mail turned on" : "Weekly mail turned off");
    onDone();
  };
  return (
    <Section title="Your weekly mail">
      <p class="muted">
        On Mondays, reps get their own week. Managers and admins who lead a team get that of the
        teams they lead.
      </p>
      <ProblemAlert problem={set.problem} />
      <Checkbox
        label="Send me the week by e-mail"
        checked={chosen ?? isWanted}
        aria-disabled={set.isBusy}
        // A disabled box would lose the focus.
        onClick={(event) => set.isBusy && event.preventDefault()}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
    </Section>
  );
};
