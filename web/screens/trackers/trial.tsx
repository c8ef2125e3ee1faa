import { Duration } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import type { TryTrackerQuery } from "./trackers.graphql.js";

type Result = TryTrackerQuery["tryTracker"];

/** Of each list, so many places are shown. */
const SHOWN = 20;

const Places = ({ title, places }: { title: string; places: Result["hits"] }) =>
  places.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul class="items">
        {places.slice(0, SHOWN).map(({ start, quote, score, recording }) => (
          <li key={`${recording.id} ${start} ${quote}`}>
            <span>
              “{quote}”
              <span class="muted second-line">
                <a href={href("/recordings/:id", { id: recording.id })} target="_blank">
                  {recording.name}
                </a>{" "}
                at <Duration ms={start} />
                {score < 100 && `, ${score} % sure`}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );

/** What a tracker would find in the newest calls. */
export const Trial = ({ result }: { result: Result }) => {
  const { calls, hits, nearMisses } = result;
  return (
    <div class="trial" role="status">
      <p>
        <strong>{formatCount(hits.length, "place")}</strong> in the last{" "}
        {calls === 1 ? "call" : formatCount(calls, "call")}
        {nearMisses.length > 0 &&
          ` and ${formatCount(nearMisses.length, "near miss", "near misses")}`}
      </p>
      <Places title="It finds" places={hits} />
      <Places title="Near, and doesn't count" places={nearMisses} />
    </div>
  );
};
