import { StatusBadge, Time } from "../../parts/index.js";

/** Shows whether a webhook receives events, and since when its deliveries fail. */
export const WebhookStatus = ({
  webhook: { active, failingSince },
}: {
  webhook: { active: boolean; failingSince: string | null };
}) => (
  <span>
    <StatusBadge status={active ? "active" : "inactive"} />
    {active && failingSince && (
      <span class="second-line">
        <StatusBadge status="failed" text="failing since " />
        <Time at={failingSince} />
      </span>
    )}
  </span>
);
