import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { HeadingIdMaker } from "./headings.ts";

function idOf(text: string): string {
  return new HeadingIdMaker().idsOf(text).id;
}

describe("HeadingIdMaker", () => {
  // Anchors of this form occur in links of published sites.
  const published: [string, string][] = [
    ["Install the CLI", "install-the-cli"],
    ["Step 2: Create", "step-2%3A-create"],
    ["Split configuration with $ref", "split-configuration-with-%24ref"],
    ["Example: connect to the Mintlify MCP server", "example%3A-connect-to-the-mintlify-mcp-server"],
    ["CONSOLE_API_URL", "console_api_url"],
    ["statement.where.require", "statement-where-require"],
    ["What's new", "what-s-new"],
    ["  A   -  B  ", "a-b"],
    ["新しい agent", "%E6%96%B0%E3%81%97%E3%81%84-agent"],
    ["100% sure", "100%25-sure"],
    ["!!!", ""],
  ];
  for (const [text, id] of published) it(`${text} → ${id}`, () => strictEqual(idOf(text), id));

  it("numbers what is there twice", () => {
    const ids = new HeadingIdMaker();
    deepStrictEqual(
      ["A b", "a B", "c", "A-b"].map((text) => ids.idsOf(text).id),
      ["a-b", "a-b-2", "c", "a-b-3"],
    );
  });

  it("knows the plain spellings", () => {
    const others = (text: string) => new HeadingIdMaker().idsOf(text).otherIds;
    deepStrictEqual(others("Install"), []);
    deepStrictEqual(others("Step 2: Create"), ["step-2-create"]);
    deepStrictEqual(others("robots.txt"), ["robotstxt"]);
    deepStrictEqual(others("A / B"), ["a-b", "a--b"]);
    ok(others("Configuración básica").includes("configuracion-basica"));
    ok(others("Configuración básica").includes("configuración-básica"));
  });

  it("survives half a surrogate pair", () => strictEqual(idOf("a \ud800"), "a-%EF%BF%BD"));
});
