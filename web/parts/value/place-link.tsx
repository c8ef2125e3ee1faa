import { hrefAtTime } from "../../lib/location.js";
import { Moment } from "./time.js";

/** Where words were said: a call and the moment in it, which opens beside the page. */
export const PlaceLink = ({
  recording,
  start,
}: {
  recording: { id: string; name: string };
  /** Milliseconds from the start of the recording. */
  start: number;
}) => (
  <>
    <a href={hrefAtTime(recording.id, start)} target="_blank">
      {recording.name}
    </a>{" "}
    at <Moment ms={start} />
  </>
);
