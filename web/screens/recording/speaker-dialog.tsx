import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, type FormValues } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { formatSpeaker, type Line } from "./compare-original.js";
import { AssignSpeaker } from "./recording.graphql.js";
import type { Recording } from "./types.js";

const ROLES = ["rep", "client", "other"] as const;
type Role = (typeof ROLES)[number];

/** The lines whose speaker a user changes. */
export interface SpeakerChoice {
  /** Consecutive lines of one speaker. */
  turn: readonly Line[];
  /** Whether the user chose these lines rather than the speaker. */
  isOfLines: boolean;
}

interface Props {
  recording: Recording;
  choice: SpeakerChoice;
  /** The number of the speaker's lines in the transcript. */
  lineCount: number;
  onClose: () => void;
  onDone: () => void;
}

const countLines = (count: number): string => (count === 1 ? "this line" : `these ${count} lines`);

/** Asks who speaks: the rep, the client or someone else; in all lines of the speaker, or only in these. */
export const SpeakerDialog = ({ recording, choice, lineCount, onClose, onDone }: Props) => {
  const { turn, isOfLines } = choice;
  const assign = useMutation(AssignSpeaker);
  const { speaker, role: currentRole } = turn[0]!;
  const [role, setRole] = useState<Role>(currentRole);
  const { user, client } = recording;
  const texts: Record<Role, string> = {
    rep: `The rep, ${user.name}`,
    client: client?.name ? `The client, ${client.name}` : "The client",
    other: "Someone else",
  };
  const save = async ({ get }: FormValues): Promise<void> => {
    const name = role === "other" ? get("name").trim() : "";
    const isAll = turn.length === lineCount || get("scope") === "all";
    const saved = await assign.run({
      recordingId: recording.id,
      speaker,
      currentRole,
      role,
      name: name === "" ? null : name,
      lines: isAll ? null : turn.map(({ index }) => index),
    });
    if (saved) onDone();
  };
  return (
    <Dialog title="Who speaks here?" onClose={onClose}>
      <Form mutation={assign} onSubmit={(values) => void save(values)}>
        <fieldset>
          <legend>{formatSpeaker(turn[0]!)} is</legend>
          {ROLES.map((option) => (
            <label key={option} class="check">
              <input
                type="radio"
                name="role"
                value={option}
                checked={option === role}
                onChange={() => setRole(option)}
              />
              <span>{texts[option]}</span>
            </label>
          ))}
          {role === "other" && (
            <Field
              label="Name"
              name="name"
              maxLength={200}
              defaultValue={currentRole === "other" ? speaker : ""}
            />
          )}
        </fieldset>
        {turn.length < lineCount && (
          <fieldset>
            <legend>Change</legend>
            <label class="check">
              <input type="radio" name="scope" value="all" defaultChecked={!isOfLines} />
              <span>
                all {lineCount} lines of {speaker}
              </span>
            </label>
            <label class="check">
              <input type="radio" name="scope" value="turn" defaultChecked={isOfLines} />
              <span>only {countLines(turn.length)}</span>
            </label>
          </fieldset>
        )}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={assign.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
