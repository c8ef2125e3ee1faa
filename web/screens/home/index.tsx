import { useEffect } from "preact/hooks";
import { CurlHint, Problem, Screen, Skeleton } from "../parts/index.js";
import { useQuery } from "../src/query.js";
import { Overview } from "./home/overview.js";
import { Steps } from "./home/steps.js";
import { GettingStarted } from "./home.graphql.js";

/** Where a newcomer begins, and where all others look what is new. */
const Home = () => {
  const { data, problem, reload } = useQuery(GettingStarted, {});
  // Who comes back from the shell sees what the command did.
  useEffect(() => {
    addEventListener("focus", reload);
    return () => removeEventListener("focus", reload);
  }, [reload]);
  const signs = Object.values(data?.gettingStarted ?? {});
  const done = signs.filter(Boolean).length;
  const isNew = data?.gettingStarted.processed === false;
  return (
    <Screen title={isNew ? "Getting started" : "Overview"}>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={10} />}
      {data && !isNew && <Overview />}
      {data && done < signs.length && (
        <>
          <p class="muted lead">
            {isNew ? `${done} of ${signs.length} steps are done.` : "Still to do:"}
          </p>
          <Steps of={data} leftOnly={!isNew} />
        </>
      )}
      <CurlHint path="recordings?limit=5" />
    </Screen>
  );
};

export default Home;
