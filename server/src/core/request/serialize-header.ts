import { expandable } from "./expand-value.ts";

/** `simple` without percent-encoding, which headers do not have (OpenAPI 3.1.1, Appendix D); undefined for nothing. */
export function serializeHeader(explode: boolean, value: unknown): string | undefined {
  const found = expandable(value);
  switch (found.kind) {
    case "nothing":
      return undefined;
    case "text":
      return found.text;
    case "list":
      return found.texts.join(",");
    case "names":
      return found.pairs.map(([name, text]) => (explode ? `${name}=${text}` : `${name},${text}`)).join(",");
  }
}
