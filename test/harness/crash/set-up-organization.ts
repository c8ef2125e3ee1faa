import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createApi, type Keys } from "./api.js";
import { hooks, type Receivers } from "./receivers.js";

/** Reads the keys of the organization that the first start created. */
export const readFirstKeys = (directory: string): Keys =>
  JSON.parse(readFileSync(join(directory, "first-organization.json"), "utf8")) as Keys;

const CREATE = `mutation ($input: WebhookInput!) {
  createWebhook(input: $input) { signingSecret webhook { id } }
}`;

/** Creates a rep and every webhook. Returns the webhooks' names by ID. */
export const setUpOrganization = async (
  url: string,
  keys: Keys,
  receivers: Receivers,
): Promise<Map<string, string>> => {
  const api = createApi(url, keys);
  const user = { email: "rep@example.com", name: "Robin" };
  await api.graphql("mutation ($input: UserInput!) { upsertUser(input: $input) { email } }", {
    input: user,
  });
  const names = new Map<string, string>();
  for (const [name, { trigger, events, retries }] of Object.entries(hooks)) {
    const retry = retries ? "standard" : "none";
    const input = { url: receivers.urlOf(name), trigger, events, retry };
    const { createWebhook } = await api.graphql(CREATE, { input });
    receivers.expect(name, [createWebhook.signingSecret, keys.signingSecret]);
    names.set(createWebhook.webhook.id, name);
  }
  return names;
};
