import assert from "node:assert/strict";
import { generateCurlCommand } from "../../server/src/core/request/code/curl.ts";
import { buildRequest } from "../../server/src/core/request/build/build-request.ts";
import type { BuiltRequest } from "../../server/src/core/request/build/build-context.ts";
import { readCurlIntoValues } from "../../server/src/core/request/curl/curl-to-form.ts";
import type { RequestForm } from "../../server/src/core/request/form/request-form.ts";
import type { RequestValues } from "../../server/src/core/request/form/request-values.ts";
import { requestCases } from "../cases/request-cases.ts";
import { formOfCase, valuesOf } from "../harness/sent-request.ts";

/** Requests that change when they're converted to a command and back. The values are the reasons. */
const known: ReadonlyMap<string, string> = new Map([
  ["label X{who}{who}", "twice the same name, and a dot between or inside of values"],
  ["label X{half}{who}", "a dot between or inside of values"],
  ["label X{keys*}", "a dot between or inside of values"],
  ['the character "\\ud834"', "half a character, which no name of a field can be written as"],
]);

/**
 * Converts a request to a command, fills in the form from the command, and returns the request that is built from the
 * form.
 */
function through(form: RequestForm, request: BuiltRequest, shell: "posix" | "cmd") {
  const { values, notes } = readCurlIntoValues(generateCurlCommand(request, shell), form);
  assert.ok(values, notes.join(" "));
  return { request: buildRequest(form, values).request, values, notes };
}

/**
 * Normalizes a request for comparison. Files have to be selected again, shell variables for secrets are in uppercase,
 * and only lists have a fixed order.
 */
function comparable({ method, url, headers, cookies, body }: BuiltRequest) {
  const upper = (text: string) =>
    text.replace(/\{\{secret:([^{}]*)\}\}/g, (_, name: string) => `{{secret:${name.toUpperCase()}}}`);
  const [address = "", query = ""] = url.split("?");
  const isFile = body?.kind === "file";
  return {
    method,
    address: upper(address),
    query: query.split("&").map(upper).sort(),
    headers: headers
      .filter(([name]) => !(isFile && name === "Content-Type"))
      .map(([name, value]) => upper(`${name.toLowerCase()}: ${value}`))
      .sort(),
    cookies: cookies.map(([name, value]) => upper(`${name}=${value}`)).sort(),
    body:
      body?.kind === "parts"
        ? body.parts.flatMap((part) => (part.kind === "value" ? [upper(JSON.stringify(part))] : [])).sort()
        : body?.kind === "text"
          ? upper(body.text)
          : undefined,
  };
}

/**
 * Returns the request as the shell sends it, because the Windows command prompt supports only one kind of line ending.
 */
function asSent(request: BuiltRequest, shell: "posix" | "cmd"): BuiltRequest {
  return shell === "cmd" ? (JSON.parse(JSON.stringify(request).replaceAll("\\r\\n", "\\n")) as BuiltRequest) : request;
}

describe("requests after a round trip through a cURL command", () => {
  const server = { origin: "http://127.0.0.1:4010", port: 4010 };
  for (const shell of ["posix", "cmd"] as const)
    it(`are unchanged for ${requestCases.length} requests in ${shell}`, () => {
      const different: string[] = [];
      for (const each of requestCases) {
        const form = formOfCase(each, server.port);
        const values: RequestValues = valuesOf(each, form, new Map(), server);
        const { request } = buildRequest(form, values, {
          baseUrl: undefined,
          variables: each.variables ?? {},
        });
        // The Windows command prompt can't compute the Base64 of a secret.
        if (shell === "cmd" && JSON.stringify(request).includes("{{base64:")) continue;
        const again = through(form, request, shell);
        try {
          assert.deepEqual(comparable(again.request), comparable(asSent(request, shell)));
        } catch {
          if (!known.has(each.name))
            different.push(
              `${each.name}\n  ${JSON.stringify(request)}\n  ${JSON.stringify(again.request)}\n  ${JSON.stringify(again.values)} ${again.notes.join(" ")}\n ${generateCurlCommand(request, shell)}`,
            );
        }
      }
      assert.deepEqual(different, []);
      for (const name of known.keys())
        assert.ok(
          requestCases.some((each) => each.name === name),
          name,
        );
    });
});
