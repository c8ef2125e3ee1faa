import { useEffect, useRef, useState } from "preact/hooks";
import { buildMarkdownOptions } from "../../lib/markdown-options.js";

type Render = (text: string) => string;

// Lowers headings so that the highest one comes below the section's <h2>. micromark escapes HTML in the
// text, so every tag here is micromark's own.
const lowerHeadings: Render = (html) => {
  const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level));
  const offset = 3 - Math.min(3, ...levels);
  return html.replace(
    /<(\/?)h([1-6])>/g,
    (_, end, level) => `<${end}h${Math.min(6, Number(level) + offset)}>`,
  );
};

const loadRenderer = async (): Promise<Render> => {
  const { micromark } = await import("micromark");
  return (text) => lowerHeadings(micromark(text, buildMarkdownOptions(text)));
};

let render: Render | undefined;
let loading: Promise<void> | undefined;

/** Loads the renderer. Screens that need it call this early, so that rendering moves nothing. */
export const loadMarkdown = (): Promise<void> =>
  (loading ??= loadRenderer().then(
    (loaded) => void (render = loaded),
    // Without the renderer, the plain text is still readable. The next call tries again.
    () => void (loading = undefined),
  ));

/** Renders untrusted Markdown. Shows the plain text until the renderer has loaded. */
export const Markdown = ({
  text,
  onRendered,
}: {
  text: string;
  /** Receives the rendered text, also again with nothing new. */
  onRendered?: ((element: HTMLElement) => void) | undefined;
}) => {
  const [, setReady] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Also if the renderer has loaded: that may have happened after the first render.
    void loadMarkdown().then(() => setReady(true));
  }, []);
  useEffect(() => {
    if (render && element.current) onRendered?.(element.current);
  });
  if (!render) return <div class="markdown plain">{text}</div>;
  return <div class="markdown" ref={element} dangerouslySetInnerHTML={{ __html: render(text) }} />;
};
