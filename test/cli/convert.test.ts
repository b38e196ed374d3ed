import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatMessageInEnglish } from "../../server/src/core/text/localized-message.ts";
import { convertFile } from "../../server/src/workspace/specs/convert-spec.ts";
import { swaggerPets } from "../harness/swagger-pets.ts";
import { callCli, checkJson } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const json = JSON.stringify(swaggerPets, undefined, 2);
const yaml = `# About\nswagger: "2.0"\ninfo:\n  title: A\n  version: "1"\npaths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: OK\n`;

describe("docwright convert", () => {
  let folder: string;
  beforeEach(() => {
    const docs = JSON.stringify({ navigation: { groups: [{ group: "API", openapi: "api.json" }] } });
    folder = tempSite({ "docs.json": docs, "api.json": json, "api.yaml": yaml });
  });
  afterEach(removeTempSites);

  const convert = (...args: string[]) => callCli(["convert", ...args], { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, file), "utf8");

  it("shows changes and losses without writing files", async () => {
    const { exitCode, stdout, stderr } = await convert("api.yaml");
    assert.equal(exitCode, 0, stderr);
    assert.match(stdout, /^--- a\/api\.yaml\n\+\+\+ b\/api\.yaml\n/);
    assert.match(stdout, /^-swagger: "2\.0"$/m);
    assert.match(stdout, /^\+openapi: 3\.1\.1$/m);
    assert.match(stderr, /comments aren't preserved\.\n.*No files changed\. Use --write to apply these changes\./);
    assert.equal(read("api.yaml"), yaml);
  });

  it("writes a file that endpoint pages can be generated from", async () => {
    const codes = async () => (await checkJson(folder)).problems.map(({ code, file }) => `${code} ${file}`);
    assert.ok((await codes()).includes("openapi/spec-version-unsupported docs.json"));
    const { exitCode, stdout } = await convert("api.json", "--write", "--to", "3.0");
    assert.equal(exitCode, 0);
    assert.equal(stdout, "Converted api.json\n");
    assert.match(read("api.json"), /^\{\n {2}"openapi": "3\.0\.4",/);
    const left = await codes();
    assert.deepEqual(
      left.filter((one) => one.endsWith("docs.json") && one.startsWith("openapi/")),
      [],
    );
    assert.deepEqual(
      left.filter((one) => /spec-invalid|dangling/.test(one) && one.endsWith("api.json")),
      [],
    );
  });

  it("doesn't change the capitalization of names in messages", async () => {
    const definitions = { "Api Key": { type: "object" } };
    writeFileSync(join(folder, "keys.json"), JSON.stringify({ ...swaggerPets, definitions }));
    const { stderr } = await convert("keys.json");
    assert.match(stderr, /^docwright: the component Api Key was renamed to Api_Key because /m);
  });

  it("writes a new file but never overwrites an existing one", async () => {
    assert.equal((await convert("api.json", "--output", "new.json")).exitCode, 0);
    assert.match(read("new.json"), /"openapi": "3\.1\.1"/);
    assert.equal(read("api.json"), json);
    const again = await convert("api.json", "--output", "new.json");
    assert.deepEqual([again.exitCode, again.stderr.split("\n").at(-2)], [2, "docwright: new.json already exists"]);
  });

  const refused: Readonly<Record<string, readonly [args: readonly string[], reason: RegExp]>> = {
    "a missing file argument": [[], /specify one file/],
    "two files": [["api.json", "api.yaml"], /specify one file/],
    "a file that doesn't exist": [["gone.json"], /can't read/],
    "a file that isn't Swagger": [["docs.json"], /isn't a Swagger 2\.0 specification/],
    "another Swagger version": [["api.json", "--to", "4"], /--to must be 3\.1 or 3\.0, not 4/],
    "an unknown option": [["api.json", "--force"], /--force/],
    "two output options": [["api.json", "--write", "--output", "x.json"], /can't be used together/],
  };
  for (const [what, [args, reason]] of Object.entries(refused))
    it(`rejects ${what}`, async () => {
      const { exitCode, stderr, stdout } = await convert(...args);
      assert.equal(exitCode, 2);
      assert.match(stderr, reason);
      assert.equal(stdout, "");
    });

  it("stops at its time limit", async () => {
    const conversion = await convertFile({ path: "api.json", text: json, target: "3.1" }, { milliseconds: 1 });
    assert.ok(!conversion.ok);
    assert.equal(formatMessageInEnglish(conversion.reason), "The conversion took more than 0.001 seconds.");
  });
});
