import type { BuiltPart, BuiltRequest } from "./built-request.ts";
import type { EnvelopePart, RelayEnvelope, RelayOptions } from "./relay-envelope.ts";

/** What is asked of the relay for a built request. The relay makes the boundary of parts. */
export function envelopeOf(
  { method, url, headers, cookies, body }: BuiltRequest,
  options: RelayOptions = {},
): RelayEnvelope {
  // Only what is no form has to be named: `multipart/mixed`.
  const isMixed = body?.kind === "parts" && !/^multipart\/form-data\b/i.test(body.type);
  return {
    method,
    url,
    headers: isMixed ? [...headers, ["Content-Type", body.type]] : headers,
    ...(cookies.length > 0 && { cookie: cookies }),
    ...(body?.kind === "text" && { body: body.text }),
    ...(body?.kind === "file" && { bodyFile: body.fileRef }),
    ...(body?.kind === "parts" && { multipart: body.parts.map(envelopePart) }),
    options,
  };
}

function envelopePart(part: BuiltPart): EnvelopePart {
  const { name, contentType, headers } = part;
  return {
    ...(name !== undefined && { name }),
    ...contentOf(part),
    ...(contentType !== undefined && { contentType }),
    ...(headers && { headers }),
  };
}

function contentOf(part: BuiltPart): Pick<EnvelopePart, "value" | "fileRef" | "filename" | "multipart"> {
  switch (part.kind) {
    case "value":
      return { value: part.value };
    case "file":
      return { fileRef: part.fileRef, filename: part.filename };
    case "parts":
      return { multipart: part.parts.map(envelopePart) };
  }
}
