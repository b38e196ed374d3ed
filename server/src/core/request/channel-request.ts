import { emptySchema } from "../spec/model/schema-model.ts";
import { buildRequest, type BuildEnvironment } from "./build-request.ts";
import type { RequestResult } from "./built-request.ts";
import type { BindingField, ChannelForm, ChannelParameterForm } from "./channel-form.ts";
import { plainParameter, undescribed } from "./parameter-forms.ts";
import type { ParameterForm, RequestForm } from "./request-form.ts";
import type { RequestValues } from "./request-values.ts";
import { httpAddress } from "./socket-address.ts";

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
