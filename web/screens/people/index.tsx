import { Screen } from "../../parts/index.js";
import { href, useFilters } from "../../lib/location.js";
import { Teams } from "./teams.js";
import { Users } from "./users.js";

const views = {
  users: { text: "Users", View: Users },
  teams: { text: "Teams", View: Teams },
};

type ViewName = keyof typeof views;

const People = () => {
  const [{ show = "users" }] = useFilters(["show"]);
  const current = Object.hasOwn(views, show) ? (show as ViewName) : "users";
  const { View } = views[current];
  return (
    <Screen title="People">
      <nav class="views" aria-label="People">
        <ul>
          {Object.entries(views).map(([name, { text }]) => (
            <li key={name}>
              <a
                href={href("/people", {}, { show: name === "users" ? "" : name })}
                aria-current={name === current ? "page" : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <View />
    </Screen>
  );
};

export default People;
