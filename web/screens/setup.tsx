import { useEffect } from "preact/hooks";
import { CardPage, Skeleton } from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { ViewerOfConsole } from "../src/viewer.graphql.js";
import { NewAdmin } from "./setup/new-admin.js";
import { SignedIn } from "./setup/signed-in.js";

// It stays in this page alone: neither the address nor the history keeps what lets somebody in.
let token = "";
const takeToken = (): void => {
  if (location.hash === "") return;
  token = location.hash.slice(1);
  history.replaceState(history.state, "", location.pathname);
};
takeToken();

const NoToken = () => (
  <>
    <p>
      This page needs its link whole, as <code>debrief serve</code> printed it while nobody could
      sign in. A link is good for 30 minutes and for one use.
    </p>
    <p>
      An operator gets another one with <code>debrief admin link</code>. If you have a password
      already, <a href={href("/sign-in")}>sign in</a>.
    </p>
  </>
);

const WithToken = () => {
  const { data, problem, busy, reload } = useQuery(ViewerOfConsole, {});
  if (data && !problem) return <SignedIn of={data.viewer} onLeft={reload} />;
  return busy ? <Skeleton /> : <NewAdmin token={token} />;
};

const SetUp = () => {
  useEffect(takeToken);
  return (
    <CardPage title="Set up the console">{token === "" ? <NoToken /> : <WithToken />}</CardPage>
  );
};

export default SetUp;
