import { initialBody } from "../../../server/src/core/request/form/initial-values.ts";
import type { RequestForm } from "../../../server/src/core/request/form/request-form.ts";
import { parameterKey, type RequestValues } from "../../../server/src/core/request/form/request-values.ts";
import { reconcileSequence } from "./reconcile-sequence.ts";

/**
 * What was filled in, for a form that may be another by now: an author edits the specification while the playground is
 * open. What the form still has stays as it was filled in, what is new in it begins as `initial` has it.
 */
export function reconcileValues(
  form: RequestForm,
  filled: RequestValues,
  initial: RequestValues,
): RequestValues {
  const { server, way, credentials, parameters, body } = filled;
  const types = new Set(form.body?.media.map(({ type }) => type));
  return {
    server:
      server.at < form.servers.length && (server.at >= 0 || server.own !== undefined)
        ? server
        : initial.server,
    way: way < form.security.length ? way : initial.way,
    credentials: { ...initial.credentials, ...credentials },
    parameters: Object.fromEntries(
      form.parameters.flatMap((parameter) => {
        const key = parameterKey(parameter);
        const value = parameters[key] ?? initial.parameters[key];
        return value ? [[key, parameter.required ? { ...value, sent: true } : value]] : [];
      }),
    ),
    body: body && types.has(body.type) ? withNewParts(form, body, initial.body) : initial.body,
  };
}

function withNewParts(
  form: RequestForm,
  body: NonNullable<RequestValues["body"]>,
  initial: RequestValues["body"],
): NonNullable<RequestValues["body"]> {
  const media = form.body?.media.find(({ type }) => type === body.type);
  // Parts had names and have places by now, or the other way round.
  if (media && (media.sequence !== undefined) !== (body.kind === "sequence")) return initialBody(form, media);
  if (body.kind === "sequence")
    return media?.sequence ? { ...body, items: reconcileSequence(form, media.sequence, body.items) } : body;
  if (body.kind !== "parts" || initial?.kind !== "parts" || initial.type !== body.type) return body;
  const known = new Set(body.parts.map(({ name }) => name));
  const parts = body.parts.map((part) => {
    const headers = initial.parts.find(({ name }) => name === part.name)?.headers;
    return headers ? { ...part, headers: { ...headers, ...part.headers } } : part;
  });
  return { ...body, parts: [...parts, ...initial.parts.filter(({ name }) => !known.has(name))] };
}
