import { useState } from "preact/hooks";
import { Button, CommandBlock, Confirm, Dialog, ShownOnce } from "../../parts/index.js";
import { consoleBase } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { RefreshApiKey, type RefreshApiKeyMutation } from "./keys.graphql.js";

type RefreshedKey = RefreshApiKeyMutation["refreshApiKey"];

const buildTryCommand = (key: string): string =>
  `export DEBRIEF_API_KEY='${key}'\ncurl '${new URL("v1/recordings?limit=1", consoleBase).href}' \\\n  -H "x-api-key: $DEBRIEF_API_KEY"`;

/** Lists what stops working. */
const Warning = ({ prefix }: { prefix: string }) => (
  <>
    <p>A new key replaces this one. These stop working at once:</p>
    <ul class="consequences">
      <li>
        <strong>The old key</strong>, <code>{prefix}…</code>: the API refuses every request with it.
      </li>
      <li>
        <strong>The dialer URL</strong>: the phone system’s calls don’t arrive until you enter the
        new URL there.
      </li>
      <li>
        <strong>The organization signing secret</strong>: receivers that verify webhooks with it
        refuse deliveries, and debrief repeats them only for webhooks with retries. Webhooks’ own
        secrets stay valid.
      </li>
    </ul>
  </>
);

const NewKey = ({ refreshed, onClose }: { refreshed: RefreshedKey; onClose: () => void }) => (
  <div class="form">
    <p>Copy these now: you can’t see them again.</p>
    <ShownOnce
      secrets={{
        "API key": refreshed.apiKey,
        "dialer URL": refreshed.dialerUrl,
        "organization signing secret": refreshed.signingSecret,
      }}
    />
    <h3>Try the key</h3>
    <CommandBlock text={buildTryCommand(refreshed.apiKey)} />
    <div class="actions">
      <Button kind="main" onClick={onClose}>
        Done
      </Button>
    </div>
  </div>
);

/** Asks for confirmation, then shows the new key. */
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
  // After the refresh, `prefix` is the new key's.
  const [oldPrefix] = useState(prefix);
  const [newKey, setNewKey] = useState<RefreshedKey>();
  const confirm = async (): Promise<void> => {
    const data = await refresh.run({});
    if (!data) return;
    setNewKey(data.refreshApiKey);
    onDone();
  };
  if (!newKey)
    return (
      <Confirm
        title="Refresh organization API key"
        action="Refresh key"
        mutation={refresh}
        onClose={onClose}
        onConfirm={() => void confirm()}
      >
        <Warning prefix={oldPrefix} />
      </Confirm>
    );
  return (
    <Dialog title="New API key" onClose={onClose}>
      <NewKey refreshed={newKey} onClose={onClose} />
    </Dialog>
  );
};
