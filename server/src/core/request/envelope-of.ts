import type { BuiltRequest } from "./built-request.ts";
import type { RelayEnvelope, RelayOptions } from "./relay-envelope.ts";

/** What is asked of the relay for a built request. The relay makes the boundary of `multipart`. */
export function envelopeOf(
  { method, url, headers, cookies, body }: BuiltRequest,
  options: RelayOptions = {},
): RelayEnvelope {
  return {
    method,
    url,
    headers,
    ...(cookies.length > 0 && { cookie: cookies }),
    ...(body?.kind === "text" && { body: body.text }),
    ...(body?.kind === "file" && { bodyFile: body.fileRef }),
    ...(body?.kind === "parts" && {
      multipart: body.parts.map((part) =>
        part.kind === "value"
          ? {
              name: part.name,
              value: part.value,
              ...(part.contentType !== undefined && { contentType: part.contentType }),
            }
          : {
              name: part.name,
              fileRef: part.fileRef,
              filename: part.filename,
              ...(part.contentType !== undefined && { contentType: part.contentType }),
            },
      ),
    }),
    options,
  };
}
