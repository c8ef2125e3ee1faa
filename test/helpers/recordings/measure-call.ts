import type { Tenant } from "../server.js";

export interface TestUtterance {
  speaker: string;
  role: "rep" | "client" | "other";
  text: string;
  start: number;
  end: number;
}

export interface MeasuredMetrics {
  talkTime: number | null;
  talkRatio: number | null;
  waitedToTalkAvg: number | null;
  talkSpeed: number | null;
  conversationSwitches: number | null;
  switchesPerMinute: number | null;
  questionsAsked: number | null;
  processScore: number | null;
}

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  recording: completeAnalysis(recordingId: $id, input: $input) {
    duration
    metrics {
      talkTime talkRatio waitedToTalkAvg talkSpeed
      conversationSwitches switchesPerMinute questionsAsked processScore
    }
  }
}`;

/** Analyses a call with this transcript and returns its metrics. */
export const measureCall = async (
  org: Tenant,
  transcript: TestUtterance[],
  { call = {}, analysis = {} }: { call?: object; analysis?: object } = {},
): Promise<{ duration: number } & Partial<MeasuredMetrics>> => {
  const input = { summary: "A summary.", transcript, ...analysis };
  const { recording } = await org.graphql(COMPLETE, { id: await org.ingestCall(call), input });
  return { ...recording.metrics, duration: recording.duration };
};
