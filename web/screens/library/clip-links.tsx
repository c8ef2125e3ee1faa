import { useState } from "preact/hooks";
import { Button, Form, ProblemAlert, Select, ShownOnce, Time } from "../../parts/index.js";
import { formatLocalTime } from "../../lib/format.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { ClipLinks as Operation, CreateClipLink, EndClipLink } from "./library.graphql.js";

const DAYS = { d7: "7 days", d30: "30 days", d90: "90 days" };

/** Links to a clip for people outside the organization: anyone with the link hears the clip without signing in. */
export const ClipLinks = ({ id }: { id: string }) => {
  const { data: loaded, problem, reload } = useQuery(Operation, { id });
  const create = useMutation(CreateClipLink);
  const end = useMutation(EndClipLink);
  const [made, setMade] = useState<{ url: string; id: string }>();
  const links = loaded?.clip?.links ?? [];
  const make = async (days: number): Promise<void> => {
    const data = await create.run({ clipId: id, days });
    if (!data) return;
    const { url, link } = data.createClipLink;
    setMade({ url, id: link.id });
    reload();
  };
  const endLink = async (link: string): Promise<void> => {
    if (!(await end.run({ id: link }))) return;
    if (link === made?.id) setMade(undefined);
    reload();
  };
  return (
    <details>
      <summary>Links for people who don’t sign in</summary>
      <div class="form">
        <p class="hint">Anyone who has a link hears the clip, until the link ends.</p>
        <ProblemAlert problem={problem ?? end.problem} />
        {links.length > 0 && (
          <ul class="receivers" aria-label="Links">
            {links.map((link) => (
              <li key={link.id}>
                <span>
                  By {link.author.name}, until <Time at={link.expiresAt} isDayOnly />
                </span>
                <Button
                  kind="quiet"
                  isBusy={end.isBusy}
                  aria-label={`End the link by ${link.author.name} until ${formatLocalTime(link.expiresAt)}`}
                  onClick={() => void endLink(link.id)}
                >
                  End
                </Button>
              </li>
            ))}
          </ul>
        )}
        {made && <ShownOnce secrets={{ link: made.url }} />}
      </div>
      <Form mutation={create} onSubmit={(values) => void make(Number(values.get("days").slice(1)))}>
        <Select label="Valid for" name="days" options={DAYS} />
        <div class="actions">
          <Button type="submit" isBusy={create.isBusy}>
            Make a link
          </Button>
        </div>
      </Form>
    </details>
  );
};
