import { useEffect, useState } from "preact/hooks";

type Render = (text: string) => string;

// An image would be asked of another origin, which the content security policy refuses anyway.
const options = { extensions: [{ disable: { null: ["labelStartImage"] } }] };

// The highest heading comes below that of the section. HTML in the text is shown as it is written, so
// that every tag here is micromark's.
const lower: Render = (html) => {
  const levels = [...html.matchAll(/<h([1-6])>/g)].map(([, level]) => Number(level));
  const by = 3 - Math.min(3, ...levels);
  return html.replace(
    /<(\/?)h([1-6])>/g,
    (_, end, level) => `<${end}h${Math.min(6, Number(level) + by)}>`,
  );
};

const load = async (): Promise<Render> => {
  const { micromark } = await import("micromark");
  return (text) => lower(micromark(text, options));
};

let render: Render | undefined;
let loading: Promise<void> | undefined;

/** Has the renderer on its way, as a screen that will need it may: what is shown then moves nothing. */
export const loadMarkdown = (): Promise<void> =>
  (loading ??= load().then(
    (loaded) => void (render = loaded),
    // Another time, then: text is readable without it.
    () => void (loading = undefined),
  ));

/** Text as Markdown, nothing of it trusted. Until the renderer is there, the text as it is. */
export const Markdown = ({ text }: { text: string }) => {
  const [, setReady] = useState(false);
  useEffect(() => {
    // Also where it is there by now: it may have come since the text was first shown.
    void loadMarkdown().then(() => setReady(true));
  }, []);
  if (!render) return <div class="markdown plain">{text}</div>;
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: render(text) }} />;
};
