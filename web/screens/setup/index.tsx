import { useEffect } from "preact/hooks";
import { CardPage, Skeleton } from "../../parts/index.js";
import { createLinkToken } from "../../lib/create-link-token.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { ViewerOfConsole } from "../../lib/viewer.graphql.js";
import { NewAdminForm } from "./new-admin-form.js";
import { AlreadySignedIn } from "./already-signed-in.js";

const readToken = createLinkToken();
readToken();

const NoToken = () => (
  <>
    <p>
      Open the full setup link that <code>debrief serve</code> prints until an admin exists. A link
      works once, within 30 minutes.
    </p>
    <p>
      An operator can create a new link with <code>debrief admin setup-link</code>. If you already
      have a password, <a href={href("/sign-in")}>sign in</a>.
    </p>
  </>
);

const WithToken = () => {
  const { data, problem, isBusy, reload } = useQuery(ViewerOfConsole, {});
  if (data && !problem) return <AlreadySignedIn viewer={data.viewer} onSignedOut={reload} />;
  return isBusy ? <Skeleton /> : <NewAdminForm token={readToken()} />;
};

const SetUp = () => {
  useEffect(() => void readToken());
  return (
    <CardPage title="Set up the console">
      {readToken() === "" ? <NoToken /> : <WithToken />}
    </CardPage>
  );
};

export default SetUp;
