// Pushes the appointments in a JSON file. An existing appointment is updated, so you can repeat a run.
//   node build/examples/typescript/push-appointments.js appointments.json
import { readFile } from "node:fs/promises";
import { type paths } from "../../clients/typescript/src/index.js";
import { answerOf, connect, fail } from "./api.js";

type Body = paths["/v1/scheduled-tasks"]["post"]["requestBody"]["content"]["application/json"];

const file = process.argv[2] ?? fail("usage: push-appointments FILE");
const appointments = JSON.parse(await readFile(file, "utf8")) as Body[];
const debrief = connect();

for (const body of appointments) {
  const { appointment } = await answerOf(debrief.POST("/v1/scheduled-tasks", { body }));
  const { event_id, startTime, user_email, matchStatus } = appointment;
  console.log([event_id, startTime, user_email, matchStatus].join("  "));
}
