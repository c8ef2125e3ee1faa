import { useState } from "preact/hooks";
import { Button, Duration, Person, StatusBadge, Tags, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { ReanalyzeSection } from "./reanalyze-section.js";
import { TagsDialog } from "./tags-dialog.js";
import type { Recording } from "./types.js";

/** Who talked with whom, when and for how long, what came of it, and what else one can do. */
export const CallLine = ({ recording, reload }: { recording: Recording; reload: () => void }) => {
  const { id, user, client, startedAt, duration, status, closed, tags } = recording;
  const isManager = useIsManager();
  const [isEditing, setEditing] = useState(false);
  return (
    <div class="call-line">
      <a href={href("/recordings", {}, { userEmail: user.email })} title={user.email}>
        <Person id={user.email} name={user.name} />
      </a>
      {client && (
        <span>
          with{" "}
          <a href={href("/clients/:id", { id: client.id })}>
            {client.name ?? client.email ?? "an unnamed client"}
          </a>
        </span>
      )}
      <span class="muted">
        <Time at={startedAt} /> · <Duration ms={duration} />
      </span>
      {status !== "processed" && <StatusBadge status={status} />}
      {closed && <StatusBadge status="processed" text="deal closed" />}
      <Tags tags={tags} />
      {isManager && status === "processed" && (
        <Button kind="quiet" icon="edit" onClick={() => setEditing(true)}>
          {tags.length > 0 ? "Edit tags" : "Add a tag"}
        </Button>
      )}
      <ReanalyzeSection recording={recording} reload={reload} />
      {isEditing && (
        <TagsDialog
          recordingId={id}
          tags={tags}
          onClose={() => setEditing(false)}
          onChanged={reload}
        />
      )}
    </div>
  );
};
