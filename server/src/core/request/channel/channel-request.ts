import { emptySchema } from "../../spec/model/schema-model.ts";
import type { RequestResult } from "../build/build-context.ts";
import { type BuildEnvironment, buildRequest } from "../build/build-request.ts";
import { plainParameter, undescribed } from "../form/parameter-form.ts";
import type { ParameterForm, RequestForm } from "../form/request-form.ts";
import type { RequestValues } from "../form/request-values.ts";
import type { BindingField, ChannelForm, ChannelParameterForm } from "./channel-form.ts";

/**
 * A WebSocket begins as a request by HTTP to the same server, over the same connection and with the same protection
 * (RFC 6455, section 3 and 4.1): so `ws://host` is the origin `http://host`, and `wss://host` is `https://host`. What
 * is declared, agreed to and bound to an origin counts for both, and there is one spelling of each.
 */
export function httpAddress(address: string): string {
  return address.replace(/^(\s*)ws(s?):\/\//i, "$1http$2://");
}

/** The same address as a WebSocket's: `wss://api.example.com` of `https://api.example.com`. */
export function socketAddress(address: string): string {
  return address.replace(/^(\s*)http(s?):\/\//i, "$1ws$2://");
}

/**
 * The request by which a channel is opened (RFC 6455, 4.1), to be filled in like that of any operation: a GET with the
 * channel's address as its path, what the WebSocket binding wants as parameters, and the ways to sign in.
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

/** `buildRequest`, where servers may be written as `ws://` too; the address comes back as `http://`. */
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

/** The form of a channel does not tell where its parameters are written. */
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
