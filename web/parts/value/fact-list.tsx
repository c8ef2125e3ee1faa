import type { ComponentChildren } from "preact";

/** A list of names and values. Omits entries without a value. */
export const FactList = ({ facts }: { facts: Record<string, ComponentChildren> }) =>
  Object.keys(facts).length > 0 && (
    <dl class="facts">
      {Object.entries(facts).map(
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

/** Formats the values of a JSON object as text. */
export const buildJsonFacts = (json: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((json ?? {}) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
