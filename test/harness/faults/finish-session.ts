import { join } from "node:path";
import { Instance } from "../crash/server-process.js";
import { type SessionBase, copyDatabaseFiles } from "./session-base.js";
import { findDeliveryProblems } from "./deliveries.js";
import { findDatabaseProblems } from "./database-problems.js";
import { type WriteSession, WRITERS } from "./write-session.js";

/** @throws if there is a problem */
export const assertSound = (when: string, directory: string, problems: string[]): void => {
  if (problems.length > 0)
    throw new Error(`${when}, see ${directory}:\n  ${problems.join("\n  ")}`);
};

/** Restarts the server normally and finishes the session. @throws if that fails */
export const finishSession = async (
  base: SessionBase,
  directory: string,
  session: WriteSession,
  when: string,
): Promise<void> => {
  const instance = new Instance({ directory, env: {} });
  try {
    const url = await instance.listening;
    const refused: string[] = [];
    await session.run(url, base.keys, WRITERS, ({ status, text }) => {
      if (status !== 200) refused.push(`${status} ${text}`);
    });
    if (!session.isOver) refused.push("the session doesn't finish");
    assertSound(`${when}, restarted`, directory, refused);
    assertSound(when, directory, await findDeliveryProblems(base, join(directory, "debrief.db")));
  } finally {
    await instance.kill();
  }
  assertSound(
    `${when}, in the end`,
    directory,
    findDatabaseProblems(copyDatabaseFiles(directory), session.stories),
  );
};
