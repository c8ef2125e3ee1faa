const EMPHASIS_MARKS = /\*+|_+/g;
/** A line that always forms its own block: a list item or a heading. */
const BLOCK_START = /^ {0,3}(?:[-+*]|#{1,6})[ \t]+\S/;

// micromark compares each emphasis mark with all earlier ones in its block: 20 KB of "*a_" take seconds.
const MAX_EMPHASIS_MARKS = 300;

/** Returns the most runs of `*` and `_` in one block of a Markdown text. */
const countEmphasisMarks = (text: string): number => {
  let most = 0;
  let count = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === "" || BLOCK_START.test(line)) count = 0;
    count += line.match(EMPHASIS_MARKS)?.length ?? 0;
    most = Math.max(most, count);
  }
  return most;
};

/** Builds micromark's options for an untrusted text. Without "attention", emphasis marks are plain text. */
export const buildMarkdownOptions = (text: string) => {
  // Images would come from other origins, which the content security policy blocks.
  const disabled = ["labelStartImage"];
  if (countEmphasisMarks(text) > MAX_EMPHASIS_MARKS) disabled.push("attention");
  return { extensions: [{ disable: { null: disabled } }] };
};
