import { join } from "node:path";
import { Instance } from "../crash/instance.js";
import { type Base, copyOf } from "./base.js";
import { deliveryProblems } from "./deliveries.js";
import { problemsOf } from "./look.js";
import { type Session, WRITERS } from "./session.js";

/** @throws where there is a problem */
export const hold = (when: string, directory: string, problems: string[]): void => {
  if (problems.length > 0)
    throw new Error(`${when}, see ${directory}:\n  ${problems.join("\n  ")}`);
};

/** Starts a server again, as anybody would, and comes to the end of the session. @throws where it does not */
export const finish = async (
  base: Base,
  directory: string,
  session: Session,
  when: string,
): Promise<void> => {
  const instance = new Instance({ directory, env: {} });
  try {
    const url = await instance.listening;
    const refused: string[] = [];
    await session.go(url, base.keys, WRITERS, ({ status, text }) => {
      if (status !== 200) refused.push(`${status} ${text}`);
    });
    if (!session.isOver) refused.push("it does not come to its end");
    hold(`${when}, started again`, directory, refused);
    hold(when, directory, await deliveryProblems(base, join(directory, "debrief.db")));
  } finally {
    await instance.kill();
  }
  hold(`${when}, in the end`, directory, problemsOf(copyOf(directory), session.stories));
};
