import type { SchemaSource } from "../../spec/model/flatten-schema.ts";
import { createMessage } from "../../text/message.ts";
import { getOwnProperty } from "../../text/plain-record.ts";
import type { MediaTypeForm, RequestForm } from "../form/request-form.ts";
import type { BodyValue, RequestValues } from "../form/request-values.ts";
import { getEssence, isJsonType, findJsonError } from "../media/encoding.ts";
import { findHeaderError, isFieldName, isJsonLines } from "../media/media-types.ts";
import {
  type BuildContext,
  type BuiltBody,
  fillVariables,
  fillJson,
  type NameValuePair,
  reportProblem,
  reportUnknownVariable,
  type RequestResult,
  listVariableNames,
  type Variables,
} from "./build-context.ts";
import { buildCredentials, buildParameters } from "./build-parameters.ts";
import { buildUrl } from "./build-url.ts";
import { buildParts, buildSequence } from "./multipart.ts";
import { buildUrlencodedBody } from "./serialize.ts";

/**
 * Builds the body for a sequence of JSON values, one per line. For `json-seq`, each value starts with U+001E and ends
 * with a line feed (RFC 7464, section 2.1), and blank lines are left out. Reports the first line that isn't JSON.
 * Returns undefined if the sequence is empty.
 */
function buildLines(context: BuildContext, formKey: string, mediaType: string, text: string): string | undefined {
  const filledText = fillJson(text, context.variables, (name) => reportUnknownVariable(context, formKey, name));
  if (filledText.trim() === "") return undefined;
  // Text that already contains U+001E separators is sent unchanged.
  if (filledText.includes(recordSeparator)) return filledText;
  const lines = filledText.split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const error = line.trim() === "" ? undefined : findJsonError(line);
    if (!error) continue;
    reportProblem(
      context,
      formKey,
      createMessage(
        "Each line of the body must be a JSON value. Line {0}, column {1}: {2}",
        String(i + 1),
        String(error.column),
        error.message,
      ),
    );
    break;
  }
  if (!mediaType.endsWith("seq")) return filledText;
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => `${recordSeparator}${line}\n`)
    .join("");
}

const recordSeparator = "\u001e";

export interface TypedBody {
  readonly body: BuiltBody;
  /** The value of `Content-Type`. Undefined for multipart bodies, whose boundary the relay generates. */
  readonly type: string | undefined;
}

const bodyFormKey = "body";

/** Returns the request body, or undefined if the request has no body. */
function buildBody(context: BuildContext, form: RequestForm, { body }: RequestValues): TypedBody | undefined {
  const mediaType = form.body?.mediaTypes.find(({ type }) => type === body?.type);
  const models = { schemas: new Map(Object.entries(form.schemas)) };
  const typedBody = body && buildMediaTypeBody(context, mediaType, body, models);
  if (!typedBody && form.body?.required)
    reportProblem(context, bodyFormKey, createMessage("The API requires a request body, but you haven't entered one."));
  if (typedBody && /^(?:GET|HEAD|TRACE)$/.test(form.method))
    reportProblem(context, bodyFormKey, createMessage("Many servers ignore the body of a {0} request.", form.method));
  return typedBody;
}

function buildMediaTypeBody(
  context: BuildContext,
  mediaTypeForm: MediaTypeForm | undefined,
  body: BodyValue,
  models: SchemaSource,
): TypedBody | undefined {
  const { type } = body;
  switch (body.kind) {
    case "sequence": {
      const mediaType = resolveType(context, type, "multipart/mixed");
      const sequence = {
        form: mediaTypeForm?.sequence ?? { first: [], minItems: 0, maxItems: undefined, initialCount: 0 },
        items: body.items,
        type: mediaType,
        formKey: bodyFormKey,
      };
      return {
        body: { kind: "parts", type: mediaType, parts: buildSequence(context, sequence, models) },
        type: undefined,
      };
    }
    case "text":
      return buildTextBody(context, mediaTypeForm, body);
    case "file": {
      const { file } = body;
      return (
        file && {
          body: { kind: "file", fileRef: file.fileRef, name: file.name },
          type: resolveType(context, type.includes("*") ? file.type : type, "application/octet-stream"),
        }
      );
    }
    case "parts":
      return /^multipart\//i.test(type)
        ? {
            body: {
              kind: "parts",
              type: resolveType(context, type, "multipart/form-data"),
              parts: buildParts(context, mediaTypeForm, body.parts, models),
            },
            type: undefined,
          }
        : {
            body: { kind: "text", text: buildUrlencodedBody(context, mediaTypeForm, body.parts) },
            type: resolveType(context, type, "application/x-www-form-urlencoded"),
          };
  }
}

function buildTextBody(
  context: BuildContext,
  mediaType: MediaTypeForm | undefined,
  { type, text }: Extract<BodyValue, { kind: "text" }>,
): TypedBody | undefined {
  const essence = getEssence(type);
  if (mediaType?.kind === "lines" || (!mediaType && isJsonLines(essence))) {
    const linesText = buildLines(context, bodyFormKey, essence, text);
    return linesText === undefined
      ? undefined
      : { body: { kind: "text", text: linesText }, type: resolveType(context, type, "application/jsonl") };
  }
  const isJson = mediaType?.kind === "json" || isJsonType(type);
  if (!isJson)
    return {
      body: { kind: "text", text: fillVariables(context, bodyFormKey, text) },
      type: resolveType(context, type, "text/plain"),
    };
  // Empty text isn't valid JSON, so no body is sent.
  if (text.trim() === "") return undefined;
  const filledText = fillJson(text, context.variables, (name) => reportUnknownVariable(context, bodyFormKey, name));
  const error = findJsonError(filledText);
  if (error)
    reportProblem(
      context,
      bodyFormKey,
      createMessage(
        "The body isn't valid JSON. Line {0}, column {1}: {2}",
        String(error.line),
        String(error.column),
        error.message,
      ),
    );
  return { body: { kind: "text", text: filledText }, type: resolveType(context, type, "application/json") };
}

/**
 * Returns the media type to send: `type`, or `fallback` if `type` is empty or is a range such as `image/*`, which only
 * describes the allowed types.
 */
function resolveType(context: BuildContext, type: string, fallback: string): string {
  const mediaType = type.includes("*") || type.trim() === "" ? fallback : type;
  const error = findHeaderError(mediaType);
  if (error === undefined) return mediaType;
  reportProblem(context, bodyFormKey, createMessage("Media type of the body: {0}", error), true);
  return fallback;
}

/**
 * Returns the cookies in order. Reports and omits cookies that can't be sent (RFC 6265, section 4.2.1). Unlike the RFC,
 * allows spaces in values.
 */
function finalizeCookies(context: BuildContext): readonly NameValuePair[] {
  const finalCookies: NameValuePair[] = [];
  for (const { name = "", value, formKey } of context.cookies) {
    if (!isFieldName(name))
      reportProblem(context, formKey, createMessage("`{0}` isn't a valid cookie name.", name), true);
    else if (/[^ -~]|;/.test(value))
      reportProblem(
        context,
        formKey,
        createMessage(
          "The value of `{0}` contains a character that isn't allowed in cookies. Encode it, or remove it.",
          name,
        ),
        true,
      );
    else finalCookies.push([name, value]);
  }
  return finalCookies;
}

/** Headers that are computed when the request is sent. A value entered in the form could contradict them. */
const transportHeaders: ReadonlySet<string> = new Set([
  "connection", "content-length", "expect", "host", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
]); // prettier-ignore

/**
 * Returns the headers in order. If no `Accept` header is set, adds a default one. Adds the body's `Content-Type`.
 * Reports and omits headers that can't be sent.
 */
function finalizeHeaders(
  context: BuildContext,
  body: TypedBody | undefined,
  accept: string | undefined,
): readonly NameValuePair[] {
  const finalHeaders: NameValuePair[] = [];
  for (const { name = "", value, formKey } of context.headers) {
    const lowerCaseName = name.toLowerCase();
    if (transportHeaders.has(lowerCaseName)) {
      reportProblem(
        context,
        formKey,
        createMessage("`{0}` is set automatically when the request is sent, so your value is ignored.", name),
      );
      continue;
    }
    // A `Content-Type` header is ignored, because the form has a separate field for the body's type, and because the
    // type of a multipart body includes the boundary.
    if (lowerCaseName === "content-type" && body) continue;
    const error = findHeaderError(value);
    if (!isFieldName(name))
      reportProblem(context, formKey, createMessage("`{0}` isn't a valid header name.", name), true);
    else if (error !== undefined) reportProblem(context, formKey, createMessage("`{0}`: {1}", name, error), true);
    else finalHeaders.push([name, value.trim()]);
  }
  if (accept !== undefined && !finalHeaders.some(([name]) => name.toLowerCase() === "accept"))
    finalHeaders.push(["Accept", accept]);
  if (body?.type !== undefined) finalHeaders.push(["Content-Type", body.type]);
  return finalHeaders;
}

/**
 * Reports the variables of the active environment that appear both in the request and in the site's own content, such
 * as an example or a URL. Called only if the request is sent to one of the site's servers. Unlike secrets, these
 * variables aren't bound to an origin.
 */
function reportSharedVariables(context: BuildContext, form: RequestForm, values: RequestValues, url: string): void {
  const { variables } = context;
  if (Object.keys(variables).length === 0) return;
  const names = listSiteVariables(form).filter((name) => getOwnProperty(variables, name) !== undefined);
  if (names.length === 0) return;
  const sentVariableNames = new Set(listVariableNames(JSON.stringify([values, form.servers[values.server.at]?.url])));
  const [origin = ""] = /^[a-z]+:\/\/[^/?#]*/i.exec(url) ?? [];
  for (const name of names)
    if (sentVariableNames.has(name))
      reportProblem(
        context,
        "server",
        createMessage(
          "The site itself uses `{{{0}}}`, so its value from your environment is sent to `{1}`. If you don't want that, remove the variable from the request, or set your own base URL in the environment.",
          name,
          origin,
        ),
      );
}

const variableNamesByForm = new WeakMap<RequestForm, readonly string[]>();

function listSiteVariables(form: RequestForm): readonly string[] {
  const variableNames = variableNamesByForm.get(form) ?? listVariableNames(JSON.stringify(form));
  variableNamesByForm.set(form, variableNames);
  return variableNames;
}

/** The active environment. */
export interface BuildEnvironment {
  /** The base URL that replaces the server's URL in the form. A URL that you entered takes precedence over both. */
  readonly baseUrl?: string | undefined;
  readonly variables: Variables;
}

const noEnvironment: BuildEnvironment = { baseUrl: undefined, variables: {} };

/**
 * Builds the request for a filled-in form and reports its problems. Never throws. Anything that can't be sent is
 * reported as a blocking problem, and the request is as complete as possible. If no problem prevents sending, `url` is
 * an absolute HTTP(S) URL, and names and values contain no line breaks. Optional fields without a value are omitted.
 */
export function buildRequest(
  form: RequestForm,
  values: RequestValues,
  { baseUrl, variables }: BuildEnvironment = noEnvironment,
): RequestResult {
  const context: BuildContext = { variables, problems: [], query: [], headers: [], cookies: [] };
  if (!isFieldName(form.method))
    reportProblem(context, "method", createMessage("This isn't a valid HTTP method."), true);
  const path = buildParameters(context, form, values);
  const body = buildBody(context, form, values);
  buildCredentials(context, form, values);
  const url = buildUrl(context, form, values, { baseUrl, path });
  if (values.server.at >= 0 && !baseUrl?.trim()) reportSharedVariables(context, form, values, url);
  const headers = finalizeHeaders(context, body, form.accept);
  const cookies = finalizeCookies(context);
  return {
    request: { method: form.method, url, headers, cookies, body: body?.body },
    problems: context.problems,
  };
}
