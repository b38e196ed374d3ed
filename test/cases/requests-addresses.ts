import type { Received, RequestCase } from "./request-case.ts";

/** Creates a case about servers, paths, headers, or cookies. `PORT` is the port of the receiving server. */
function address(
  name: string,
  from: string,
  target: string,
  servers: readonly object[],
  more: Partial<RequestCase> = {},
): RequestCase {
  return { name: `address: ${name}`, from, servers, receives: { target }, ...more };
}

const server = (url: string, variables?: object) => ({ url, ...(variables && { variables }) });
const serverObject = "OpenAPI 3.2, Server Object: the path is appended to the URL";
const variableObject = "OpenAPI 3.2, Server Variable Object";
const version = { version: { default: "v2", enum: ["v1", "v2"] } };
const here = "http://127.0.0.1:PORT";

export const addresses: readonly RequestCase[] = [
  address("a server without a path", serverObject, "/x", [server(here)]),
  address("a server with a trailing slash", serverObject, "/x", [server(`${here}/`)]),
  address("a server with a path", serverObject, "/api/v1/x", [server(`${here}/api/v1`)]),
  address("a server with a path and a trailing slash", serverObject, "/api/v1/x", [server(`${here}/api/v1/`)]),
  address("a server with a host name", serverObject, "/x", [server("http://localhost:PORT")]),
  address("a variable's default", variableObject, "/v2/x", [server(`${here}/{version}`, version)]),
  address("a selected value of a variable", variableObject, "/v1/x", [server(`${here}/{version}`, version)], { server: { variables: { version: "v1" } } }),
  address("an empty variable", variableObject, "/x", [server(`${here}/{prefix}`, { prefix: { default: "" } })]),
  address("a variable as the port", variableObject, "/x", [server("http://{host}:{port}", { host: { default: "127.0.0.1" }, port: { default: "PORT" } })]),
  address("a path with a space and non-ASCII letters", "RFC 3986, section 3.3", "/a%20b/%C3%A9/x", [server(`${here}/a b/é`)]),
  address("an encoded path, which is unchanged", "RFC 3986, section 2.4", "/a%2Fb/x", [server(`${here}/a%2Fb`)]),
  address("dot segments, which are removed", "RFC 3986, section 5.2.4", "/b/x", [server(`${here}/a/../b`)]),
  address("a fragment, which isn't sent", "RFC 9110, section 4.2.5", "/x", [server(`${here}#top`)]),
  address("a variable value that the user enters", "a server URL that the user enters takes precedence", "/mine/x", [server("https://api.example.com")], { server: { own: `${here}/mine` } }),
  address("an environment variable", "variables of the environment", "/y/x", [server("https://api.example.com")], { server: { own: `${here}/{{base}}` }, variables: { base: "y" } }),
]; // prettier-ignore

function sent(
  name: string,
  from: string,
  path: string,
  parameters: RequestCase["parameters"],
  receives: Received,
): RequestCase {
  return { name, from, path, receives, ...(parameters && { parameters }) };
}

const at = (place: string, name: string, value: unknown, more: object = {}) => ({
  name,
  in: place,
  required: place === "path",
  schema: {},
  value,
  ...more,
});
const templating = "OpenAPI 3.2, Path Templating";
const simple = "OpenAPI 3.2, Parameter Object, style simple in headers: values pass unchanged";
const cookies = "OpenAPI 3.2, Appendix D; RFC 6265, section 4.2";

export const places: readonly RequestCase[] = [
  sent("path: two parameters in one segment", templating, "/{a}.{b}", [at("path", "a", "x"), at("path", "b", "json")], { target: "/x.json" }),
  sent("path: a repeated parameter", templating, "/{a}/{a}", [at("path", "a", 1)], { target: "/1/1" }),
  sent("path: slashes in a value, which are encoded", templating, "/f/{p}", [at("path", "p", "a/b?c#d")], { target: "/f/a%2Fb%3Fc%23d" }),
  sent("path: reserved characters, with slashes still encoded", templating, "/f/{p}", [at("path", "p", "a:b@c;d/e?", { allowReserved: true })], { target: "/f/a:b@c;d%2Fe%3F" }),
  sent("path: a query in the path", "paths as people write them", "/f?action=go", [at("query", "a", 1)], { target: "/f?action=go&a=1" }),
  sent("path: a fragment in the path", "RFC 9110, section 4.2.5", "/f#second", [], { target: "/f" }),
  sent("path: non-ASCII letters", "RFC 3986, section 2.5", "/größe", [], { target: "/gr%C3%B6%C3%9Fe" }),
  sent("path: an undescribed parameter", templating, "/f/{id}", [], { target: "/f/7" }),
  sent("path: JSON", "OpenAPI 3.2, Parameter Object, content", "/f/{p}", [at("path", "p", { a: 1 }, { schema: undefined, content: { "application/json": {} } })], { target: "/f/%7B%22a%22%3A1%7D" }),
  sent("query: parameters in file order", "OpenAPI 3.2, Appendix C", "/x", [at("query", "b", 1), at("query", "a", 2)], { target: "/x?b=1&a=2" }),
  sent("query: undefined values, which aren't sent", "RequestValues", "/x", [at("query", "a", 1, { sent: false }), at("query", "b", 2)], { target: "/x?b=2" }),
  sent("query: an empty string", "OpenAPI 3.1.1, Style Examples, empty", "/x", [at("query", "a", "", { allowEmptyValue: true })], { target: "/x?a=" }),
  sent("query: an empty array, which isn't sent", "RFC 6570, section 2.3", "/x", [at("query", "a", []), at("query", "b", {})], { target: "/x" }),
  sent("query: an empty array, which isn't sent with or without explode", "RFC 6570, section 2.3", "/x", [at("query", "a", [], { explode: false }), at("query", "b", [null], { explode: false })], { target: "/x" }),
  sent("query: a null property, which isn't sent", "RFC 6570, section 3.2.1", "/x", [at("query", "a", [1, null, 2]), at("query", "b", { c: null, d: 3 })], { target: "/x?a=1&a=2&d=3" }),
  sent("query: numbers in JSON notation", "RFC 8259, section 6", "/x", [at("query", "a", [0, -1, 1.5, 1e21, 1e-7])], { target: "/x?a=0&a=-1&a=1.5&a=1e%2B21&a=1e-7" }),
  sent("query: brackets in a name", "RFC 3986, section 3.4", "/x", [at("query", "filter[name]", "a")], { target: "/x?filter%5Bname%5D=a" }),
  sent("query: deep objects", "Query strings with brackets, as `qs` reads them", "/x", [at("query", "f", { a: { b: [1, { c: 2 }] } }, { style: "deepObject" })], { target: "/x?f%5Ba%5D%5Bb%5D%5B0%5D=1&f%5Ba%5D%5Bb%5D%5B1%5D%5Bc%5D=2" }),
  sent("query: JSON entered by the user", "OpenAPI 3.2, Parameter Object, content", "/x", [at("query", "f", '{"a": 1}', { schema: undefined, content: { "application/json": {} } })], { target: "/x?f=%7B%22a%22%3A%201%7D" }),
  sent("header: a value that isn't encoded", simple, "/x", [at("header", "X-A", 'a, "b" %41 =;')], { headers: { "X-A": 'a, "b" %41 =;' } }),
  sent("header: Latin-1 letters", "RFC 9110, section 5.5, obs-text", "/x", [at("header", "X-A", "é")], { headers: { "X-A": "é" } }),
  sent("header: JSON", "OpenAPI 3.2, Parameter Object, content", "/x", [at("header", "X-A", { a: [1] }, { schema: undefined, content: { "application/json": {} } })], { headers: { "X-A": '{"a":[1]}' } }),
  sent("header: Accept, Content-Type, and Authorization, which aren't parameters", "OpenAPI 3.2, Parameter Object, name", "/x", [at("header", "Accept", "a/b"), at("header", "content-type", "a/b"), at("header", "AUTHORIZATION", "c")], { headers: { "Content-Type": null, Authorization: null } }),
  sent("cookie: two cookies", cookies, "/x", [at("cookie", "a", "1"), at("cookie", "b", "x y")], { headers: { Cookie: "a=1; b=x%20y" } }),
  sent("cookie: no cookies, so no header", "an empty Cookie header is none", "/x", [at("cookie", "a", [])], { headers: { Cookie: null } }),
  sent("cookie: reserved characters", cookies, "/x", [at("cookie", "a", "x/y=z&", { allowReserved: true })], { headers: { Cookie: "a=x/y=z&" } }),
  sent("cookie: a value that is sent unchanged", cookies, "/x", [at("cookie", "a", "x y%41", { style: "cookie" })], { headers: { Cookie: "a=x y%41" } }),
]; // prettier-ignore
