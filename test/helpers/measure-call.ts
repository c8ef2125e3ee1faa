import type { Tenant } from "./server.js";

export interface Said {
  speaker: string;
  role: "rep" | "client" | "other";
  text: string;
  start: number;
  end: number;
}

export interface Metrics {
  talkTime: number;
  talkRatio: number;
  waitedToTalkAvg: number;
  talkSpeed: number;
  conversationSwitches: number;
  switchesPerMinute: number;
  questionsAsked: number;
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

/** Has a call with this transcript analysed, and returns what was measured. */
export const measured = async (
  org: Tenant,
  transcript: Said[],
  { call = {}, analysis = {} }: { call?: object; analysis?: object } = {},
): Promise<Metrics & { duration: number }> => {
  const input = { summary: "A summary.", transcript, ...analysis };
  const { recording } = await org.graph(COMPLETE, { id: await org.call(call), input });
  return { ...recording.metrics, duration: recording.duration };
};
