import { Duration, Person, StatusBadge, Tags, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { ReanalyzeSection } from "./reanalyze-section.js";
import type { Recording } from "./types.js";

/** Who talked with whom, when and for how long, what came of it, and what else one can do. */
export const CallLine = ({ recording, reload }: { recording: Recording; reload: () => void }) => {
  const { user, client, startedAt, duration, status, closed, tags } = recording;
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
      <ReanalyzeSection recording={recording} reload={reload} />
    </div>
  );
};
