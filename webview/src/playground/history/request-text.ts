import type { BuiltRequest } from "../../../../server/src/core/request/built-request.ts";

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
      return body.parts
        .map((part) => `${part.name}=${part.kind === "value" ? part.value : `(the file ${part.filename})`}`)
        .join("\n");
  }
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
