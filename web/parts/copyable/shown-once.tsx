import { CopyButton } from "./copy-button.js";

/** Secrets by name, each with a copy button. The server never shows them again. */
export const ShownOnce = ({ secrets }: { secrets: Record<string, string> }) => (
  <dl class="secrets">
    {Object.entries(secrets).map(([name, secret]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <code>{secret}</code>
          <CopyButton text={secret} name={`the ${name}`} />
        </dd>
      </div>
    ))}
  </dl>
);
