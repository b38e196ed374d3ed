import type { ChannelModel } from "../spec/model/channel-model.ts";
import type { SecurityNeed } from "../spec/model/operation-model.ts";
import { isPlainRecord, ownOf, textIn } from "../text/plain-record.ts";
import type { SchemeForm } from "./request-form.ts";
import { schemeForm } from "./scheme-form.ts";

const mostWays = 50;

/**
 * Ways to sign in on a channel: one scheme of the server, where it wants any, with one of the operation's (AsyncAPI 3,
 * Operation Object, `security`). Where one of the servers or operations wants nothing, there is a way without.
 */
export function channelSecurity({
  servers,
  operations,
}: Pick<ChannelModel, "servers" | "operations">): readonly (readonly SchemeForm[])[] {
  const ofServers = oneOf(servers.map(({ security = [] }) => security));
  const ofOperations = oneOf(operations.map(({ security }) => security));
  const ways = ofServers.flatMap((first) => ofOperations.map((second) => distinct([...first, ...second])));
  const isOnlyEmpty = ways.every((way) => way.length === 0);
  return isOnlyEmpty ? [] : uniqueWays(ways).slice(0, mostWays);
}

/** The schemes of several owners, each a way; one without any for owners that want none. */
function oneOf(owners: readonly (readonly SecurityNeed[])[]): readonly (readonly SchemeForm[])[] {
  const ways = owners.flatMap((needs) =>
    needs.length === 0 ? [[]] : needs.map((need) => [asyncScheme(need)]),
  );
  return ways.length === 0 ? [[]] : uniqueWays(ways);
}

function uniqueWays(ways: readonly (readonly SchemeForm[])[]): readonly (readonly SchemeForm[])[] {
  return [...new Map(ways.map((way) => [way.map(({ name }) => name).join("\n"), way])).values()];
}

function distinct(way: readonly SchemeForm[]): readonly SchemeForm[] {
  return [...new Map(way.map((scheme) => [scheme.name, scheme])).values()];
}

/** Security schemes of AsyncAPI in the words of OpenAPI. What no HTTP request can carry stays unknown. */
function asyncScheme(need: SecurityNeed): SchemeForm {
  const { scheme } = need;
  const name = need.name || (textIn(scheme, "type") ?? "security");
  const written = { ...need, name };
  switch (textIn(scheme, "type")) {
    case "httpApiKey":
      return schemeForm({ ...written, scheme: { ...scheme, type: "apiKey" } });
    case "userPassword":
      return schemeForm({ ...written, scheme: { ...scheme, type: "http", scheme: "basic" } });
    case "X509":
      return schemeForm({ ...written, scheme: { ...scheme, type: "mutualTLS" } });
    case "oauth2":
      return schemeForm({
        ...written,
        scheme: { ...scheme, flows: flowsWithScopes(ownOf(scheme, "flows")) },
      });
    default:
      return schemeForm(written);
  }
}

/** `availableScopes` is what OpenAPI calls `scopes`. */
function flowsWithScopes(flows: unknown): unknown {
  if (!isPlainRecord(flows)) return flows;
  return Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => [
      name,
      isPlainRecord(flow) ? { ...flow, scopes: ownOf(flow, "availableScopes") } : flow,
    ]),
  );
}
