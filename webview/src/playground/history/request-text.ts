import type { BuiltPart, BuiltRequest } from "../../../../server/src/core/request/build/build-context.ts";

/** A request as lines to be compared: its JSON laid out, so that a change inside it is one line. */
export function requestText({ method, url, headers, cookies, body }: BuiltRequest): string {
  return [
    `${method} ${url}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...cookies.map(([name, value]) => `Cookie: ${name}=${value}`),
    "",
    ...(body ? [bodyText(body)] : []),
  ].join("\n");
}

function bodyText(body: NonNullable<BuiltRequest["body"]>): string {
  switch (body.kind) {
    case "text":
      return laidOut(body.text);
    case "file":
      return `(the file ${body.name})`;
    case "parts":
      return partsText(body.parts).join("\n");
  }
}

/** A part has its name, or the place that it stands at. */
function partsText(parts: readonly BuiltPart[], prefix = ""): string[] {
  return parts.flatMap((part, i) => {
    const place = `${prefix}${i + 1}`;
    const name = part.name ?? (part.contentType === undefined ? place : `${place} (${part.contentType})`);
    if (part.kind === "parts") return [`${name}:`, ...partsText(part.parts, `${place}.`)];
    return [`${name}=${part.kind === "value" ? part.value : `(the file ${part.filename})`}`];
  });
}

/** JSON on several lines; anything else as it is. */
export function laidOut(text: string): string {
  if (text.length > 500_000) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
