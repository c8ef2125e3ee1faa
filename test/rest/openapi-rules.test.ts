import { createConfig, lintFromString } from "@redocly/openapi-core";
import test from "ava";
import { printOpenApi } from "../../rest/openapi/print.js";

test("the API's document keeps all of Redocly's strict rules", async (t) => {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const lint = async (source: string): Promise<string[]> => {
    const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
    return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
  };
  const source = printOpenApi("http://127.0.0.1:8480");
  t.deepEqual(await lint(source), []);
  const worse = source.replace('"summary": "List teams', '"title": "List teams');
  t.deepEqual(await lint(worse), [
    "struct #/paths/~1v1~1teams/get/title",
    "operation-summary #/paths/~1v1~1teams/get/summary",
  ]);
});
