import { emptySchema } from "../../spec/model/schema-model.ts";
import type { RequestResult } from "../build/build-context.ts";
import { type BuildEnvironment, buildRequest } from "../build/build-request.ts";
import { plainParameter, undescribed } from "../form/parameter-form.ts";
import type { ParameterForm, RequestForm } from "../form/request-form.ts";
import type { RequestValues } from "../form/request-values.ts";
import type { BindingField, ChannelForm, ChannelParameterForm } from "./channel-form.ts";

/**
 * Returns the HTTP URL for a WebSocket URL. A WebSocket starts as an HTTP request to the same server, over the same
 * connection and with the same protection (RFC 6455, sections 3 and 4.1), so `ws://host` has the origin `http://host`,
 * and `wss://host` has `https://host`. Declarations, consent, and bindings to an origin apply to both, so there is one
 * spelling for each.
 */
export function httpAddress(address: string): string {
  return address.replace(/^(\s*)ws(s?):\/\//i, "$1http$2://");
}

/** Returns the WebSocket URL for an HTTP URL: `wss://api.example.com` for `https://api.example.com`. */
export function socketAddress(address: string): string {
  return address.replace(/^(\s*)http(s?):\/\//i, "$1ws$2://");
}

/**
 * Creates the handshake request of a channel (RFC 6455, 4.1), which is filled in like any operation: a GET with the
 * channel's address as its path, the parameters of the WebSocket binding, and the authentication methods.
 */
export function channelRequest(channel: ChannelForm): RequestForm {
  const described = channel.parameters.map(pathParameter);
  return {
    key: channel.key,
    method: "GET",
    path: channel.address,
    servers: channel.servers,
    security: channel.security,
    parameters: [
      ...described,
      ...undescribed(channel.address, described),
      ...channel.query.map((field) => bindingParameter(field, "query")),
      ...channel.headers.map((field) => bindingParameter(field, "header")),
    ],
    body: undefined,
    schemas: channel.schemas,
    settings: channel.settings,
  };
}

/** Calls `buildRequest`, but also accepts `ws://` servers. The returned URL uses `http://`. */
export function buildOpening(
  form: RequestForm,
  values: RequestValues,
  environment: BuildEnvironment,
): RequestResult {
  const { own } = values.server;
  const { baseUrl, variables } = environment;
  return buildRequest(
    { ...form, servers: form.servers.map((server) => ({ ...server, url: httpAddress(server.url) })) },
    { ...values, server: { ...values.server, ...(own !== undefined && { own: httpAddress(own) }) } },
    { baseUrl: baseUrl === undefined ? undefined : httpAddress(baseUrl), variables },
  );
}

/** The channel's form doesn't include the source locations of its parameters. */
const nowhere = { file: "", range: { start: 0, end: 0 } };

function pathParameter({ name, anchor, description, values, initial }: ChannelParameterForm): ParameterForm {
  return {
    ...plainParameter("path", name),
    anchor,
    description,
    ...(initial !== "" && { initial: { value: initial } }),
    ...(values.length > 0 && { schema: { ...emptySchema(nowhere), types: ["string"], enum: values } }),
  };
}

function bindingParameter(
  { name, required, initial }: BindingField,
  place: "query" | "header",
): ParameterForm {
  return {
    ...plainParameter(place, name),
    required,
    ...(initial !== "" && { initial: { value: initial } }),
  };
}
