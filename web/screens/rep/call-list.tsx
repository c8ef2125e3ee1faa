import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Section, Score } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { isPlayable, PlayButton, type PlayedRow, RowPlayer } from "../recordings/row-player.js";

interface Call extends PlayedRow {
  process: { score: number; total: number } | null;
  client: { name: string | null } | null;
}

/** The latest calls of a rep, by client and score; those with audio play. `renderDetails`: what else stands beside a call. */
export const CallList = <Row extends Call>({
  title,
  calls,
  email,
  renderDetails,
}: {
  title: string;
  calls: Row[];
  email: string;
  renderDetails: (call: Row) => ComponentChildren;
}) => {
  const [played, setPlayed] = useState<Row>();
  return (
    <>
      <Section
        title={title}
        actions={
          <a class="small" href={href("/recordings", {}, { userEmail: email })}>
            All calls
          </a>
        }
      >
        {calls.length === 0 && <p class="muted">No calls yet.</p>}
        <ul class="newest">
          {calls.map((call) => (
            <li key={call.id} class="playable">
              <span>
                <a href={href("/recordings/:id", { id: call.id })}>
                  {call.client?.name ?? call.name}
                </a>{" "}
                <Score process={call.process} /> {renderDetails(call)}
              </span>
              {isPlayable(call) && <PlayButton row={call} onPlay={() => setPlayed(call)} />}
            </li>
          ))}
        </ul>
      </Section>
      {played && <RowPlayer key={played.id} row={played} onClose={() => setPlayed(undefined)} />}
    </>
  );
};
