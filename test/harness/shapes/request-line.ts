import type { CompiledRoute } from "../../../rest/route.js";
import type { ShapeRequest } from "./requests.js";

/** Encodes any text, including half surrogate pairs, which have no valid UTF-8. */
const percentEncode = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : [...text]
        .map((character) =>
          character.isWellFormed()
            ? encodeURIComponent(character)
            : [
                0xe0 | (character.charCodeAt(0) >> 12),
                0x80 | ((character.charCodeAt(0) >> 6) & 0x3f),
                0x80 | (character.charCodeAt(0) & 0x3f),
              ]
                .map((byte) => `%${byte.toString(16)}`)
                .join(""),
        )
        .join("");

/** Formats a request as sent. */
export const buildRequestLine = (
  route: CompiledRoute,
  { path, query, body }: ShapeRequest,
): { method: string; path: string; body: string | undefined } => {
  const filled = route.path.replaceAll(/:(\w+)/g, (_, name: string) => percentEncode(path[name]!));
  const search = query
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join("&");
  return {
    method: route.method.toUpperCase(),
    path: search === "" ? filled : `${filled}?${search}`,
    body: body && JSON.stringify(body),
  };
};
