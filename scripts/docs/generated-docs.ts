import {
  formatKeyLimits,
  formatOperationLimits,
  formatSecurityLimits,
  formatShareLimits,
} from "./limits-markdown.js";
import { formatSettingsMarkdown } from "./settings-markdown.js";

/** The generated parts of each document, by name, in their order. */
export const GENERATED_DOCS: Record<string, Record<string, () => string>> = {
  "SECURITY.md": { limits: formatSecurityLimits },
  "docs/keys.md": { limits: formatKeyLimits },
  "docs/operations.md": {
    settings: formatSettingsMarkdown,
    shares: formatShareLimits,
    limits: formatOperationLimits,
  },
};

/** Returns the document with its generated parts, which stand between marker comments. @throws without a marker */
export const writeGeneratedParts = (
  document: string,
  parts: Record<string, () => string>,
): string => {
  let text = document;
  for (const [name, format] of Object.entries(parts)) {
    const marked = new RegExp(
      `(?<=<!-- ${name}: [^\\n]*\\n\\n).*?(?=<!-- end of ${name} -->)`,
      "s",
    );
    if (!marked.test(text)) throw new Error(`the markers of "${name}" are missing`);
    text = text.replace(marked, () => `${format()}\n\n`);
  }
  return text;
};
