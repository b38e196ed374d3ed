import type { EndpointFacts, PageField } from "./endpoint-source.ts";
import type { SampleRequest } from "./sample-request.ts";

/** The request that a page describes in fields of its own. */
export function requestOfFields(
  method: string,
  url: string,
  fields: readonly PageField[],
  { onlyRequired, authMethod, authName }: EndpointFacts,
): SampleRequest {
  const wanted = fields.filter(({ required }) => required || !onlyRequired);
  const at = (place: PageField["place"]) =>
    wanted
      .filter((each) => each.place === place)
      .map(({ name, example }) => ({ name, value: example ?? `<${name}>` }));
  const body = at("body");
  const key = authMethod === "key" ? [{ name: authName ?? "x-api-key", value: "<api-key>" }] : [];
  const token =
    authMethod === "bearer" || authMethod === "basic"
      ? [
          {
            name: "Authorization",
            value: authMethod === "basic" ? "Basic <encoded-value>" : "Bearer <token>",
          },
        ]
      : [];
  const sendsBody = body.length > 0 && !/^(?:GET|HEAD)$/.test(method);
  return {
    method,
    url,
    query: at("query"),
    headers: [
      ...key,
      ...token,
      ...at("header"),
      ...(sendsBody ? [{ name: "Content-Type", value: "application/json" }] : []),
    ],
    cookies: at("cookie"),
    body: sendsBody
      ? {
          kind: "text",
          type: "application/json",
          text: JSON.stringify(Object.fromEntries(body.map(({ name, value }) => [name, value])), null, 2),
        }
      : undefined,
  };
}
