import { buildCurl, buildGraphqlCurl } from "../../parts/index.js";

const HOUR_MS = 3_600_000;
const EVENT_ID = "job-1";
const SAMPLE_CALL_MS = 120_000;

const ANALYSIS =
  "mutation ($id: ID!, $input: AnalysisInput!) { completeAnalysis(recordingId: $id, input: $input) { id status } }";

/** Builds the commands that send a first call, in order. */
export const buildCommands = (options: {
  userEmail: string;
  /** A call that waits for its analysis; undefined before the first call. */
  recordingId: string | undefined;
  now: number;
}) => {
  const start = Math.floor(options.now / HOUR_MS) * HOUR_MS;
  const iso = (time: number): string => new Date(time).toISOString();
  const customer = { id: "crm-1", name: "Kim Lee" };
  return {
    key: `export DEBRIEF_API_KEY='dbk_…'\n${buildCurl({ path: "users" })}`,
    appointment: buildCurl({
      path: "scheduled-tasks",
      method: "POST",
      body: {
        event_id: EVENT_ID,
        user_email: options.userEmail,
        start_time: iso(start),
        title: "First visit",
        customer,
      },
    }),
    call: buildCurl({
      path: "dialer",
      method: "POST",
      body: {
        call_id: "call-1",
        user_email: options.userEmail,
        started_at: iso(start + SAMPLE_CALL_MS),
        event_id: EVENT_ID,
        customer,
        transcript: [
          { speaker: "A", role: "rep", text: "How old is the roof?", start: 0, end: 1800 },
          { speaker: "B", role: "client", text: "About twenty years.", start: 2400, end: 4100 },
        ],
      },
    }),
    analysis: `export DEBRIEF_TOKEN='dbi_…'\n${buildGraphqlCurl({
      query: ANALYSIS,
      variables: {
        id: options.recordingId ?? "<recording.id from the response to the call>",
        input: { summary: "The roof is twenty years old.", tags: ["roof"] },
      },
    })}`,
  };
};
