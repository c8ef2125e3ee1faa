import { useState } from "preact/hooks";
import { Button, Command, Confirm, Dialog, ShownOnce } from "../../parts/index.js";
import { base } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { RefreshApiKey, type RefreshApiKeyMutation } from "../settings.graphql.js";

type Fresh = RefreshApiKeyMutation["refreshApiKey"];

const tryOut = (key: string): string =>
  `export DEBRIEF_KEY='${key}'\ncurl '${new URL("v1/recordings?limit=1", base).href}' \\\n  -H "x-api-key: $DEBRIEF_KEY"`;

/** What stops working. */
const Warning = ({ prefix }: { prefix: string }) => (
  <>
    <p>A new key takes the place of this one. At once, these stop working:</p>
    <ul class="stops">
      <li>
        <strong>The old key</strong>, <code>{prefix}…</code>: every call of the API with it is
        refused.
      </li>
      <li>
        <strong>The dialer URL</strong> made of it: the phone system’s calls do not arrive until it
        has the new one.
      </li>
      <li>
        <strong>The organization signing secret</strong>: receivers that check webhooks with it
        refuse what they are sent, and nothing is retried. A webhook’s own secret stays as it is.
      </li>
    </ul>
  </>
);

const Shown = ({ of, onClose }: { of: Fresh; onClose: () => void }) => (
  <div class="form">
    <p>All three are shown this once: copy them now to where they are needed.</p>
    <ShownOnce
      of={{
        "API key": of.apiKey,
        "dialer URL": of.dialerUrl,
        "organization signing secret": of.signingSecret,
      }}
    />
    <h3>Try it</h3>
    <Command text={tryOut(of.apiKey)} />
    <div class="actions">
      <Button kind="main" onClick={onClose}>
        Done
      </Button>
    </div>
  </div>
);

/** Asks, then shows the new key. */
export const RefreshKey = ({
  prefix,
  onClose,
  onDone,
}: {
  prefix: string;
  onClose: () => void;
  onDone: () => void;
}) => {
  const refresh = useMutation(RefreshApiKey);
  // The prefix above is the new key's as soon as there is one.
  const [old] = useState(prefix);
  const [fresh, setFresh] = useState<Fresh>();
  const confirm = async (): Promise<void> => {
    const data = await refresh.run({});
    if (!data) return;
    setFresh(data.refreshApiKey);
    onDone();
  };
  if (!fresh)
    return (
      <Confirm
        title="Refresh the organization API key"
        action="Refresh the key"
        of={refresh}
        onClose={onClose}
        onConfirm={() => void confirm()}
      >
        <Warning prefix={old} />
      </Confirm>
    );
  return (
    <Dialog title="The new API key" onClose={onClose}>
      <Shown of={fresh} onClose={onClose} />
    </Dialog>
  );
};
