import type { ComponentChildren } from "preact";

/** Names and values; what has no value is left out. */
export const Facts = ({ of }: { of: Record<string, ComponentChildren> }) =>
  Object.keys(of).length > 0 && (
    <dl class="facts">
      {Object.entries(of).map(
        ([name, value]) =>
          value !== null &&
          value !== undefined &&
          value !== false && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );

/** The values of a JSON object, as they are. */
export const jsonFacts = (json: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((json ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
