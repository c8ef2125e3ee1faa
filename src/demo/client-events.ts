import type { DemoCustomer, DemoEvent } from "./events.js";
import type { ProjectFacts } from "./project-facts.js";

/** Builds the event that stores notes and insights about a customer who has bought. */
export const buildClientEvent = (
  at: number,
  client: DemoCustomer,
  facts: ProjectFacts,
): DemoEvent => ({
  kind: "client",
  at,
  crmEntityId: client.id,
  input: {
    notes: `Lives with ${facts["spouse"]}. Found us through ${facts["source"]}.`,
    insights: {
      project: facts["project"]!,
      reason: facts["problem"]!,
      product: facts["product"]!,
      value: facts["price"]!,
    },
  },
});
