import { channelForm, type ChannelForm } from "../../request/channel/channel-form.ts";
import { requestForm, type RequestForm } from "../../request/form/request-form.ts";
import { siteScheme } from "../../request/form/security-form.ts";
import type { SitePath } from "../../text/text-edit.ts";
import type { EndpointSource } from "./endpoint-source.ts";

/**
 * What somebody fills in to try out the endpoint that the page at `path` documents; undefined where this reader has no
 * playground, for webhooks, which nobody calls, and for channels (`endpointChannel`).
 */
export function endpointForm(source: EndpointSource, path: SitePath): RequestForm | undefined {
  const { facts } = source;
  if (facts.display.kind !== "interactive") return undefined;
  const auth = { method: facts.authMethod, name: facts.authName };
  const common = { settings: facts.form, auth };
  switch (source.kind) {
    case "operation": {
      if (source.whole.operation.isWebhook) return undefined;
      const form = requestForm({ kind: "operation", ...source.whole, ...common });
      if (!facts.isAuthOfPage) return form;
      const scheme = siteScheme(auth);
      return { ...form, security: scheme ? [[scheme]] : [] };
    }
    case "page": {
      const { method, path: address, fields } = source;
      const { servers } = facts;
      return requestForm({ kind: "page", page: path, method, path: address, fields, servers, ...common });
    }
    case "channel":
      return undefined;
  }
}

/** What somebody fills in to talk on the channel that a page documents; undefined where this cannot be done, as above. */
export function endpointChannel({ facts, ...source }: EndpointSource): ChannelForm | undefined {
  if (source.kind !== "channel" || facts.display.kind !== "interactive") return undefined;
  const { at, id } = source.whole.channel;
  return channelForm(source.whole, facts.form, `${at.file} ${id}`);
}
