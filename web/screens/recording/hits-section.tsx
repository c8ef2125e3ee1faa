import type { RefObject } from "preact";
import { Duration, Section } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import type { Recording } from "./types.js";
import { playFrom } from "./use-follow-playback.js";

type Hit = Recording["trackerHits"][number];

/** Of each tracker, so many places are shown. */
const SHOWN = 5;

const HitItem = ({
  hit: { start, quote },
  player,
}: {
  hit: Hit;
  player: RefObject<HTMLMediaElement | null> | undefined;
}) => {
  const words = (
    <>
      <Duration ms={start} /> {quote === null ? "(the transcript was removed)" : `“${quote}”`}
    </>
  );
  return (
    <li>
      {player ? (
        <button
          type="button"
          class="line evidence"
          title="Play"
          onClick={() => playFrom(player.current!, start)}
        >
          {words}
        </button>
      ) : (
        <span class="evidence">{words}</span>
      )}
    </li>
  );
};

/** Where trackers were found in the call, by tracker. */
export const HitsSection = ({
  recording: { trackerHits },
  player,
}: {
  recording: Recording;
  /** Set if there is media. */
  player: RefObject<HTMLMediaElement | null> | undefined;
}) => {
  const groups = [...Map.groupBy(trackerHits, ({ tracker }) => tracker.id)];
  return (
    groups.length > 0 && (
      <Section title="Trackers">
        {groups.map(([id, hits]) => (
          <div key={id} class="hits">
            <h3>
              <a href={href("/recordings", {}, { trackerId: id })}>{hits[0]!.tracker.name}</a>
            </h3>
            <ul>
              {hits.slice(0, SHOWN).map((hit) => (
                <HitItem key={`${hit.start} ${hit.quote}`} hit={hit} player={player} />
              ))}
            </ul>
            {hits.length > SHOWN && <p class="muted">and {hits.length - SHOWN} more</p>}
          </div>
        ))}
      </Section>
    )
  );
};
