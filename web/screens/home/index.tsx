import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { CurlHint, ProblemAlert, Screen, Skeleton } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useQuery } from "../../lib/use-query.js";
import { Overview } from "./overview.js";
import { Steps } from "./steps.js";
import { GettingStarted } from "./home.graphql.js";

/** An admin's start page: setup steps for a new organization, else an overview. */
const AdminHome = () => {
  const { data, problem, reload } = useQuery(GettingStarted, {});
  // After running a command in a terminal, users come back to this window.
  useEffect(() => {
    addEventListener("focus", reload);
    return () => removeEventListener("focus", reload);
  }, [reload]);
  const isNew = data?.gettingStarted.hasProcessed === false;
  return (
    <Screen title={isNew ? "Getting started" : "Overview"}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={10} />}
      {data && !isNew && <Overview />}
      {data && <Steps setup={data} hidesDone={!isNew} onSent={reload} />}
      <CurlHint path="recordings?limit=5" />
    </Screen>
  );
};

/** The start page of an admin. Managers and reps have homes of their own. */
const Home = () => {
  const isAdmin = useIsAdmin();
  const isManager = useIsManager();
  const { route } = useLocation();
  useEffect(() => {
    if (!isAdmin) route(href(isManager ? "/team" : "/my-week"), true);
  }, [isAdmin, isManager, route]);
  return isAdmin ? <AdminHome /> : <Skeleton rows={10} />;
};

export default Home;
