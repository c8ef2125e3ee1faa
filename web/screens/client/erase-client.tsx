import { EraseButton } from "../../parts/dialog/erase-button.js";
import { href } from "../../lib/location.js";
import { DeleteClient } from "./client.graphql.js";

/** Erases the client with all calls, after the admin types a word. */
export const EraseClient = ({ id, name }: { id: string; name: string }) => (
  <EraseButton
    text="Erase this client"
    title={`Erase ${name}?`}
    operation={DeleteClient}
    id={id}
    done="Client erased"
    next={href("/clients")}
  >
    <p>
      All calls with this client are erased, with audio, transcripts, comments and clips; so are
      name, e-mail, address, phone numbers, notes and insights, and received calls that name the
      client. Of appointments, only rep and times stay. This can’t be undone, and the same calls
      aren’t accepted again.
    </p>
  </EraseButton>
);
