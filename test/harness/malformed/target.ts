import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Api, createApi, type Keys } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import type { RequestIds } from "./real-requests.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id clientId actionItems { id } }
}`;

/** The running program with two organizations: one for the good client, one for the attack. */
export interface AttackTarget {
  instance: Instance;
  directory: string;
  url: string;
  good: Keys;
  bad: RequestIds;
}

/** Creates a rep and a processed recording with an action item. Returns the IDs. */
const createRepAndRecording = async (
  api: Api,
): Promise<Pick<RequestIds, "recordingId" | "clientId" | "actionItemId">> => {
  await api.graphql(USER, { input: { email: "rep@example.com", name: "Robin" } });
  const { recording } = await api.send("POST", "/v1/dialer", {
    call_id: "first",
    user_email: "rep@example.com",
    started_at: "2026-03-03T10:00:00Z",
    customer: { id: "first", name: "Ada" },
    transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900 }],
  });
  const actionItems = [{ text: "Send the offer" }];
  const input = { summary: "A summary", notes: "Notes", tags: ["a"], actionItems };
  const { completeAnalysis } = await api.graphql(COMPLETE, { id: recording.id, input });
  const { clientId, actionItems: found } = completeAnalysis;
  return { recordingId: recording.id, clientId, actionItemId: found[0].id };
};

/** `env` selects the database; default: SQLite. */
export const startTarget = async (
  directory: string,
  env: Record<string, string>,
  receiver: string,
): Promise<AttackTarget> => {
  const instance = new Instance({ directory, env });
  try {
    const url = await instance.listening;
    const good = readFirstKeys(directory);
    await createRepAndRecording(createApi(url, good));
    const organization = JSON.parse(
      execFileSync(process.execPath, [BIN, "org", "create", "Bad", "--json"], {
        env: { PATH: process.env["PATH"], DEBRIEF_DATA_DIR: directory, ...env },
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }),
    ) as Keys & { dialerUrl: string };
    const { apiKey, internalToken } = organization;
    const dialerToken = organization.dialerUrl.split("/").at(-1)!;
    const ids = await createRepAndRecording(createApi(url, organization));
    return {
      instance,
      directory,
      url,
      good,
      bad: { apiKey, internalToken, dialerToken, receiver, ...ids },
    };
  } catch (error) {
    await instance.kill();
    throw error;
  }
};

/** Returns log lines of internal errors and Node's own warnings. */
export const readDefectLog = ({ directory }: AttackTarget): string[] =>
  readFileSync(join(directory, "stderr.log"), "utf8")
    .split("\n")
    .filter((line) => /"level":[56]0|^\s+at |[Uu]nhandled|Warning:|^node:/.test(line));
