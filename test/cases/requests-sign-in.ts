import type { Received, RequestCase } from "./request-case.ts";

/** Cases about authentication methods. */
const basic = { type: "http", scheme: "basic" };
const bearer = { type: "http", scheme: "bearer" };
const key = (place: string, name: string) => ({ type: "apiKey", in: place, name });
const flows = { clientCredentials: { tokenUrl: "https://a.example/token", scopes: {} } };

function signIn(
  name: string,
  from: string,
  scheme: object,
  credential: string | readonly [string, string],
  receives: Received,
  more: Partial<RequestCase> = {},
): RequestCase {
  return {
    name: `authentication: ${name}`,
    from,
    schemes: { s: scheme },
    credentials: { s: credential },
    receives,
    ...more,
  };
}

const authorization = (value: string): Received => ({ headers: { Authorization: value } });
const rfc7617 = "RFC 7617";
const rfc6750 = "RFC 6750, section 2.1";
const schemeObject = "OpenAPI 3.2, Security Scheme Object";

export const signingIn: readonly RequestCase[] = [
  signIn("basic", `${rfc7617}, section 2`, basic, ["Aladdin", "open sesame"], authorization("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")),
  signIn("basic in UTF-8", `${rfc7617}, section 2.1`, basic, ["test", "123£"], authorization("Basic dGVzdDoxMjPCow==")),
  signIn("basic without a password", rfc7617, basic, ["a", ""], authorization("Basic YTo=")),
  signIn("basic with a capitalized scheme name", "RFC 9110, section 11.1", { type: "http", scheme: "Basic" }, ["a", "b"], authorization("Basic YTpi")),
  signIn("basic with a secret", rfc7617, basic, ["Aladdin", "{{secret:pw}}"], authorization("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), { secrets: { pw: "open sesame" } }),
  signIn("basic with secrets as username and password", rfc7617, basic, ["{{secret:who}}", "{{secret:pw}}"], authorization("Basic dGVzdDoxMjPCow=="), { secrets: { who: "test", pw: "123£" } }),
  signIn("basic with braces next to a secret", rfc7617, basic, ["a}}b%", "{{secret:pw}}"], authorization("Basic YX19YiU6Yw=="), { secrets: { pw: "c" } }),
  signIn("bearer", rfc6750, bearer, "mF_9.B5f-4.1JqM", authorization("Bearer mF_9.B5f-4.1JqM")),
  signIn("bearer with a token that includes the word", rfc6750, bearer, "bearer mF_9.B5f-4.1JqM", authorization("bearer mF_9.B5f-4.1JqM")),
  signIn("bearer with a secret", rfc6750, bearer, "{{secret:token}}", authorization("Bearer mF_9.B5f-4.1JqM"), { secrets: { token: "mF_9.B5f-4.1JqM" } }),
  signIn("bearer with a variable", rfc6750, bearer, "{{token}}", authorization("Bearer abc"), { variables: { token: "abc" } }),
  signIn("OAuth 2", rfc6750, { type: "oauth2", flows }, "abc", authorization("Bearer abc")),
  signIn("OpenID Connect", rfc6750, { type: "openIdConnect", openIdConnectUrl: "https://a.example/.well-known/openid-configuration" }, "abc", authorization("Bearer abc")),
  signIn("another HTTP scheme", "RFC 9110, section 11.4", { type: "http", scheme: "DPoP" }, "abc", authorization("DPoP abc")),
  signIn("a key in a header", schemeObject, key("header", "X-API-Key"), "a b", { headers: { "X-API-Key": "a b" } }),
  signIn("a key in a query", schemeObject, key("query", "api_key"), "a&b", { target: "/x?api_key=a%26b" }),
  signIn("a secret key in a query", schemeObject, key("query", "api_key"), "{{secret:k}}", { target: "/x?api_key=a%26b%2F" }, { secrets: { k: "a&b/" } }),
  signIn("a key in a cookie", schemeObject, key("cookie", "session"), "a%20b=c", { headers: { Cookie: "session=a%20b=c" } }),
  signIn("a key after other query parameters", schemeObject, key("query", "k"), "1", { target: "/x?a=2&k=1" }, {
    parameters: [{ name: "a", in: "query", schema: {}, value: 2 }],
  }),
  signIn("a key that is also a parameter", schemeObject, key("header", "X-Key"), "1", { headers: { "X-Key": "1" } }, {
    parameters: [{ name: "x-key", in: "header", schema: {}, value: "2" }],
  }),
  signIn("no credentials", schemeObject, bearer, "", { headers: { Authorization: null } }),
  signIn("mutual TLS, which sends nothing", schemeObject, { type: "mutualTLS" }, "x", { headers: { Authorization: null } }),
  {
    name: "authentication: an Authorization header without a security scheme",
    from: "OpenAPI 3.2, Parameter Object, name: the definition is ignored as a parameter",
    parameters: [{ name: "Authorization", in: "header", schema: { type: "string" } }],
    credentials: { Authorization: "Token abc" },
    receives: authorization("Token abc"),
  },
]; // prettier-ignore
