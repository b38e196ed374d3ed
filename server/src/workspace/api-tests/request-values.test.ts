import { equal, match, ok } from "node:assert/strict";
import { formatMessageInEnglish } from "../../core/text/localized-message.ts";
import { chooseServer } from "./request-values.ts";

const createServer = (url: string) => ({
  url,
  description: undefined,
  variables: [{ name: "region", default: "eu", values: ["eu", "us"], description: undefined }],
});
const declared = [createServer("http://localhost:4010/v2"), createServer("https://{region}.example.com/v2/")];

function getChosen(
  servers: readonly string[],
  { isOnly = false, variables = {}, of = declared } = {},
): string | undefined {
  const found = chooseServer(of, { servers, variables }, isOnly);
  return found.ok ? found.url : undefined;
}

describe("chooseServer", () => {
  it("returns the named declared server", () => {
    equal(getChosen(["http://localhost:4010/v2"]), "http://localhost:4010/v2");
    equal(getChosen(["http://localhost:4010/v2/"]), "http://localhost:4010/v2");
  });

  it("returns the declared server for a given host, with its variables filled in", () => {
    equal(getChosen(["http://localhost:4010"]), "http://localhost:4010/v2");
    equal(getChosen(["https://eu.example.com"]), "https://eu.example.com/v2");
    equal(getChosen(["https://us.example.com"], { variables: { region: "us" } }), "https://us.example.com/v2");
  });

  it("accepts a different host if a declared server has the same path", () => {
    equal(getChosen(["https://staging.test/v2"]), "https://staging.test/v2");
    equal(getChosen(["http://localhost:4010/berths", "https://staging.test/v2"]), "https://staging.test/v2");
  });

  it("accepts any URL if there's only one API, but not the URL of another API", () => {
    equal(getChosen(["http://localhost:9"], { isOnly: true }), "http://localhost:9");
    equal(getChosen(["http://localhost:9"]), undefined);
    equal(getChosen(["http://localhost:4010/berths"]), undefined);
    equal(getChosen(["http://localhost:9/x"], { of: [] }), "http://localhost:9/x");
  });

  it("reports the server to specify for an API whose URL isn't given", () => {
    const found = chooseServer(declared, { servers: ["http://localhost:4010/berths"], variables: {} }, false);
    ok(!found.ok);
    match(formatMessageInEnglish(found.reason), /http:\/\/localhost:4010\/v2\. To test it, specify that server too/);
  });
});
