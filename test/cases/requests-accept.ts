import type { RequestCase } from "./request-case.ts";

const from = "RFC 9110, section 12.5.1";
const media = (...types: readonly string[]) => ({
  description: "",
  content: Object.fromEntries(types.map((type) => [type, {}])),
});
const accepts = (value: string | null) => ({ headers: { Accept: value } });

/** Cases about the `Accept` header, which is derived from the responses of an operation. */
export const accepting: readonly RequestCase[] = [
  {
    name: "accept: JSON, and everything else with lower weight",
    from,
    responses: { 200: media("application/json") },
    receives: accepts("application/json, */*;q=0.1"),
  },
  {
    name: "accept: JSON first, then in file order",
    from,
    responses: { 200: media("text/csv", "application/vnd.api+json", "application/xml") },
    receives: accepts("application/vnd.api+json, text/csv, application/xml, */*;q=0.1"),
  },
  {
    name: "accept: types of successful responses before others, each once",
    from,
    responses: {
      400: media("application/problem+json"),
      default: media("text/plain"),
      200: media("application/json; charset=utf-8", "Text/Plain"),
    },
    receives: accepts("application/json, application/problem+json, text/plain, */*;q=0.1"),
  },
  {
    name: "accept: ranges unchanged, and everything once",
    from,
    responses: { 200: media("image/*", "*/*") },
    receives: accepts("image/*, */*;q=0.1"),
  },
  {
    name: "accept: everything, because nothing is specified",
    from,
    responses: { 204: { description: "" } },
    receives: accepts("*/*"),
  },
  {
    name: "accept: valid types only",
    from,
    responses: { 200: media("json", "a/b\r\nX-Evil: 1", "text/html") },
    receives: { headers: { Accept: "text/html, */*;q=0.1", "X-Evil": null } },
  },
  {
    name: "accept: no longer than a browser sends without a preflight",
    from: "Fetch standard, CORS-safelisted request-header",
    responses: {
      200: media(...["a", "b", "c"].map((name) => `application/${name.repeat(40)}`)),
    },
    receives: accepts(`application/${"a".repeat(40)}, application/${"b".repeat(40)}, */*;q=0.1`),
  },
];
