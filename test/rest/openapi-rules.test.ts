import { createConfig, lintFromString } from "@redocly/openapi-core";
import test from "ava";
import { examples } from "../../rest/openapi/examples.js";
import { eventNames } from "../../graph/webhooks/events.js";
import { printOpenApi } from "../../rest/openapi/print.js";

test("the OpenAPI document passes Redocly's strict rules", async (t) => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const lint = async (source: string): Promise<string[]> => {
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
  };
  const source = printOpenApi("http://127.0.0.1:8480");
  t.deepEqual(await lint(source), []);
  const invalid = source.replace('"summary": "List teams', '"title": "List teams');
  t.deepEqual(await lint(invalid), [
    "struct #/paths/~1v1~1teams/get/title",
    "operation-summary #/paths/~1v1~1teams/get/summary",
  ]);
});

test("the example of a recording has a value in every field", (t) => {
  const { recording } = examples["getRecording"]!.response as {
    recording: Record<string, unknown>;
  };
  const empty = Object.keys(recording).filter((name) => !recording[name]);
  t.deepEqual(empty, [], "to add values: scripts/openapi-examples.ts");
});

test("every event has an example, as the program wrote it", (t) => {
  t.deepEqual(
    eventNames.filter((name) => examples[name]?.body?.["event"] !== name),
    [],
    "to cause the event: scripts/openapi-examples.ts",
  );
});
