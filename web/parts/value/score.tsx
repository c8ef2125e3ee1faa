import { formatScore } from "../../lib/answers.js";

/** A call's score; nothing without one. */
export const Score = ({ process }: { process: { score: number; total: number } | null }) => {
  const text = process ? formatScore(process) : undefined;
  return text === undefined ? null : <strong title="Score">{text}</strong>;
};
