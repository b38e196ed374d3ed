import type { MediaForm, ParameterForm, RequestForm } from "./request-form.ts";
import { parameterKey, type BodyValue, type ParameterValue, type RequestValues } from "./request-values.ts";

/** What a form begins with: the first server and way to sign in, what is initial of parameters and of the first body. */
export function initialValues(form: RequestForm): RequestValues {
  const [server] = form.servers;
  const [media] = form.body?.media ?? [];
  const sendsBody = form.body?.required === true || /^(?:POST|PUT|PATCH|QUERY)$/i.test(form.method);
  return {
    server: {
      at: server ? 0 : -1,
      variables: Object.fromEntries(server?.variables.map((each) => [each.name, each.default]) ?? []),
    },
    way: 0,
    credentials: {},
    parameters: Object.fromEntries(form.parameters.map((each) => [parameterKey(each), initialValue(each)])),
    body: media && sendsBody ? initialBody(media) : undefined,
  };
}

/** What a body of this media type begins with. */
export function initialBody(media: MediaForm): BodyValue {
  const { type, kind, text, fields } = media;
  switch (kind) {
    case "json":
    case "xml":
    case "text":
      return { type, kind: "text", text };
    case "binary":
      return { type, kind: "file", file: undefined };
    case "urlencoded":
    case "multipart":
      return {
        type,
        kind: "parts",
        parts: fields.map(({ name, kind: part, required, initial }) => ({
          name,
          sent: required,
          value:
            part === "value" ? { kind: "value", value: initial?.value ?? "" } : { kind: "files", files: [] },
        })),
      };
  }
}

function initialValue({ required, initial }: ParameterForm): ParameterValue {
  return { sent: required, value: initial?.value ?? "" };
}
