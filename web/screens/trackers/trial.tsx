import { Button } from "../../parts/index.js";
import { PlaceLink } from "../../parts/value/place-link.js";
import { formatCount } from "../../lib/format.js";
import { type ExampleTexts, findJudgement } from "./examples.js";
import type { TryTrackerQuery } from "./trackers.graphql.js";
import type { TrialPlace } from "./types.js";

type Result = TryTrackerQuery["tryTracker"];
type Judge = (place: TrialPlace, kind: keyof ExampleTexts) => void;

/** Of each list, so many places are shown. */
const SHOWN = 20;

const Judgement = ({
  place,
  texts,
  onJudge,
}: {
  place: TrialPlace;
  texts: ExampleTexts;
  onJudge: Judge;
}) => {
  const judgement = findJudgement(texts, place);
  return (
    <span class="actions judge">
      <Button
        aria-pressed={judgement === "examples"}
        aria-label={`“${place.quote}” counts`}
        onClick={() => onJudge(place, "examples")}
      >
        Counts
      </Button>
      <Button
        aria-pressed={judgement === "counterExamples"}
        aria-label={`“${place.quote}” doesn’t count`}
        onClick={() => onJudge(place, "counterExamples")}
      >
        Doesn’t
      </Button>
    </span>
  );
};

const Places = ({
  title,
  places,
  texts,
  onJudge,
}: {
  title: string;
  places: readonly TrialPlace[];
  texts: ExampleTexts;
  /** Undefined if the server has no meanings. */
  onJudge: Judge | undefined;
}) =>
  places.length > 0 && (
    <>
      <h3>{title}</h3>
      <ul class="items">
        {places.slice(0, SHOWN).map((place) => {
          const { start, quote, score, phrase, recording } = place;
          return (
            <li key={`${recording.id} ${start} ${quote}`}>
              <span>
                “{quote}”
                <span class="muted second-line">
                  <PlaceLink recording={recording} start={start} />
                  {score < 100 && `, ${score} % sure`}
                </span>
              </span>
              {/* A phrase is certain; an exclusion corrects it. */}
              {onJudge && phrase === null && (
                <Judgement place={place} texts={texts} onJudge={onJudge} />
              )}
            </li>
          );
        })}
      </ul>
      {places.length > SHOWN && <p class="muted">And {places.length - SHOWN} more.</p>}
    </>
  );

/** What a tracker would find in the newest calls. A user says of each place whether it counts. */
export const Trial = ({
  result,
  texts,
  isChanged,
  onJudge,
}: {
  result: Result;
  texts: ExampleTexts;
  /** Whether the examples have changed since. */
  isChanged: boolean;
  onJudge: Judge | undefined;
}) => {
  const { calls, hits, nearMisses } = result;
  return (
    <div class="trial">
      <p role="status">
        <strong>{formatCount(hits.length, "place")}</strong> in the last{" "}
        {calls === 1 ? "call" : formatCount(calls, "call")}
        {nearMisses.length > 0 &&
          ` and ${formatCount(nearMisses.length, "near miss", "near misses")}`}
      </p>
      {isChanged && <p class="muted">What you said counts from the next try on: try it again.</p>}
      <Places title="It finds" places={hits} texts={texts} onJudge={onJudge} />
      <Places title="Near, and doesn’t count" places={nearMisses} texts={texts} onJudge={onJudge} />
    </div>
  );
};
