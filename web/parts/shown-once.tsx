import { Copy } from "./copy.js";

/** What is told this once: a secret by the name of what it is, each with a button that copies it. */
export const ShownOnce = ({ of }: { of: Record<string, string> }) => (
  <dl class="once">
    {Object.entries(of).map(([name, secret]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <code>{secret}</code>
          <Copy text={secret} what={`the ${name}`} />
        </dd>
      </div>
    ))}
  </dl>
);
