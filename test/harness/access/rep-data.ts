import { createHash } from "node:crypto";
import { storeMedia } from "../../helpers/recordings/media.js";
import { insertOriginal } from "../../helpers/analysis/insert-original.js";
import { insertVersion } from "../../helpers/analysis/insert-version.js";
import type { Tenant, TestServer } from "../../helpers/server.js";
import {
  createAppointment,
  createPeople,
  createRecording,
  loadClipId,
  loadCommentId,
  UPDATE_CLIENT,
} from "../isolation/filled-organization.js";

import { buildPhone } from "../isolation/organization-names.js";
import { storeMeanings } from "../../helpers/trackers/trackers.js";

/** What belongs to one rep. All its texts have the rep's word. */
export interface RepData {
  word: string;
  email: string;
  team: string;
  recording: string;
  comment: string;
  clip: string;
  unprocessed: string;
  client: string;
  event: string;
  tag: string;
  /** Of the client, in E.164. */
  phone: string;
}

/** Creates a rep with a team, whose texts have the word. */
export const createRep = async (
  server: TestServer,
  org: Tenant,
  word: string,
  template: { template: string; question: string },
): Promise<RepData> => {
  const text = (what: string): string => `${word}x${what}`;
  const people = { ...(await createPeople(org, text)), ...template };
  for (const number of [3, 4]) await createAppointment(org, text, people.user, number);
  const recording = await createRecording(org, text, people, 3);
  await insertVersion(server, org.id, recording);
  await insertOriginal(server, org.id, recording);
  await storeMedia(server, org, recording);
  const call = { call_id: text("open"), user_email: people.user, name: text("open") };
  const unprocessed = await org.ingestCall({ ...call, started_at: "2026-05-01T10:00:00Z" });
  await storeMeanings(server, org);
  const lookup = await org.get(`/v1/clients?crmEntityId=${text("customer3")}`);
  const client: string = lookup.body.clients[0].id;
  const phone = buildPhone(createHash("sha256").update(word).digest("hex").slice(0, 12));
  await org.graphql(UPDATE_CLIENT, { id: client, input: { phones: [phone] } });
  return {
    word,
    email: people.user,
    team: people.team,
    recording,
    comment: await loadCommentId(org, recording),
    clip: await loadClipId(org, recording),
    unprocessed,
    client,
    event: text("event3"),
    tag: text("tag"),
    phone,
  };
};

/** Names that nothing has. */
export const ABSENT: RepData = {
  word: "canaryabsent",
  email: "absent@example.com",
  team: "00000000-0000-7000-8000-000000000000",
  recording: "00000000-0000-7000-8000-000000000000",
  comment: "00000000-0000-7000-8000-000000000000",
  clip: "00000000-0000-7000-8000-000000000000",
  unprocessed: "00000000-0000-7000-8000-000000000001",
  client: "00000000-0000-7000-8000-000000000000",
  event: "absent",
  tag: "absent",
  phone: "+12125550100",
};
