import { curlOf, graphqlCurlOf } from "../../parts/index.js";

const HOUR_MS = 3_600_000;
const EVENT_ID = "job-1";
const MINUTES_2_MS = 120_000;

const ANALYSIS =
  "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id status } }";

/** Commands that bring in a first call, one after the other. */
export const commandsFor = (of: {
  userEmail: string;
  /** Of a call that waits for its analysis; none yet where there is no call. */
  recordingId: string | undefined;
  now: number;
}) => {
  const start = Math.floor(of.now / HOUR_MS) * HOUR_MS;
  const iso = (time: number): string => new Date(time).toISOString();
  const customer = { id: "crm-1", name: "Kim Lee" };
  return {
    key: `export DEBRIEF_KEY='dbk_…'\n${curlOf({ path: "users" })}`,
    appointment: curlOf({
      path: "scheduled-tasks",
      method: "POST",
      body: {
        event_id: EVENT_ID,
        user_email: of.userEmail,
        start_time: iso(start),
        title: "First visit",
        customer,
      },
    }),
    call: curlOf({
      path: "dialer",
      method: "POST",
      body: {
        call_id: "call-1",
        user_email: of.userEmail,
        started_at: iso(start + MINUTES_2_MS),
        event_id: EVENT_ID,
        customer,
        transcript: [
          { speaker: "A", role: "rep", text: "How old is the roof?", start: 0, end: 1800 },
          { speaker: "B", role: "client", text: "About twenty years.", start: 2400, end: 4100 },
        ],
      },
    }),
    analysis: `export DEBRIEF_TOKEN='dbi_…'\n${graphqlCurlOf({
      query: ANALYSIS,
      variables: {
        id: of.recordingId ?? "the recording.id that the call before printed",
        input: { summary: "The roof is twenty years old.", tags: ["roof"] },
      },
    })}`,
  };
};
