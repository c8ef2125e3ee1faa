import type { RefObject } from "preact";
import { Section } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { Quote } from "./quote.js";
import type { Recording } from "./types.js";

/** Of each tracker, so many places are shown. */
const SHOWN = 5;

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
                <li key={`${hit.start} ${hit.quote}`}>
                  <Quote start={hit.start} text={hit.quote} player={player} />
                </li>
              ))}
            </ul>
            {hits.length > SHOWN && <p class="muted">and {hits.length - SHOWN} more</p>}
          </div>
        ))}
      </Section>
    )
  );
};
