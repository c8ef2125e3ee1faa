import { Section } from "../../parts/index.js";
import { EraseButton } from "../../parts/dialog/erase-button.js";
import { href } from "../../lib/location.js";
import { DeleteRecording } from "./recording.graphql.js";

/** Erases the call, after the admin types a word. */
export const EraseRecording = ({ id }: { id: string }) => (
  <Section title="Erase">
    <p class="muted">
      Removes the call for good. What its analysis added to the client’s insights stays.
    </p>
    <EraseButton
      text="Erase this call"
      title="Erase this call?"
      operation={DeleteRecording}
      id={id}
      done="Call erased"
      next={href("/recordings")}
    >
      <p>
        Audio, transcript, analyses, comments, clips and next steps are erased, and so are the
        payloads of its events. This can’t be undone, and the same call isn’t accepted again.
      </p>
    </EraseButton>
  </Section>
);
