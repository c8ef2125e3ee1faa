import { hasAsterisk, startAsterisk } from "./asterisk.js";
import { createVendorUsers, listInboundCalls } from "../helpers/dialers/dialers.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

if (!hasAsterisk)
  console.error("skipped: install asterisk and curl to test the dialplan of examples/asterisk");
const asteriskTest = hasAsterisk ? test : test.skip;

interface Context {
  server: SharedServer;
  org: Tenant;
}

const waitFor = async <T>(load: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const value = await load();
    if (value !== undefined) return value;
    await new Promise((done) => setTimeout(done, 100));
  }
};

const waitForRecording = async ({ server, org }: Context, customer: string) =>
  waitFor(async () => {
    const rows: { id: string; callId: string; customFields: string }[] = await server.services
      .db("recordings")
      .where({ organization_id: org.id, source: "upload" })
      .select("id", { callId: "call_id", customFields: "custom_fields" });
    return rows.find(({ customFields }) => customFields.includes(customer));
  });

/** Returns the mean power of each channel of a recording. */
const measureChannels = async ({ server, org }: Context, id: string): Promise<number[]> => {
  const response = await fetch(`${server.url}/v1/recordings/${id}/media`, {
    headers: { "x-api-key": org.apiKey },
  });
  const bytes = await response.arrayBuffer();
  const samples = new Int16Array(bytes.slice(44));
  return [0, 1].map(
    (channel) =>
      samples
        .filter((_, at) => at % 2 === channel)
        .reduce((sum, sample) => sum + sample ** 2 / samples.length, 0) * 2,
  );
};

asteriskTest("a real Asterisk sends its calls with the rep on the first channel", async (t) => {
  const { server, org } = t.context;
  await createVendorUsers(org);
  const asterisk = await startAsterisk({
    url: server.url,
    dialerUrl: server.url + new URL(org.dialerUrl).pathname,
    apiKey: org.apiKey,
  });
  t.teardown(asterisk.stop);

  await asterisk.command("channel originate Local/1@from-trunk/n extension s@customers");
  const inbound = await waitForRecording(t.context, "+12025550142");
  t.false(asterisk.hasRunCallerId(), "the caller's id reached a shell");
  t.regex(inbound.callId, /^asterisk:\d+\.\d+$/);
  t.deepEqual(JSON.parse(inbound.customFields), {
    direction: "inbound",
    customer_number: "+12025550142",
  });
  const [rep, customer] = await measureChannels(t.context, inbound.id);
  t.true(rep! > 1_000_000 && customer! < 10_000, `${rep} ${customer}`);

  await asterisk.command("channel originate Local/204@phones/n extension 493012399@internal");
  const outbound = await waitForRecording(t.context, "493012399");
  t.is(JSON.parse(outbound.customFields).direction, "outbound");

  await asterisk.command("channel originate Local/2@from-trunk/n extension s@customers");
  const entry = await waitFor(async () =>
    (await listInboundCalls(org)).find(({ channel }) => channel === "asterisk"),
  );
  t.like(entry, { outcome: "ingested", ignoredFields: [] });
  t.like(entry.parsedCall, { extension: "204", customerPhone: "+12025550142" });
});
