import assert from "node:assert/strict";
import fc from "fast-check";
import { createLogOutput } from "../../server/src/cli/terminal/output.ts";
import type { OutputSyntax } from "../../server/src/cli/command.ts";
import { escapeXml } from "../../server/src/cli/terminal/text.ts";
import { callCli } from "../cli/call-cli.ts";
import { removeTempSites, tempSite } from "../cli/temp-site.ts";
import { attack } from "../harness/attack.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";

/** Matches the workflow commands that `--format github` intentionally prints. */
const ownCommand = /^::(error|warning|notice) file=/;
const inLog = { environment: { GITHUB_ACTIONS: "true" } };

/**
 * Returns the lines that a CI service would treat as commands: GitHub Actions (`ActionCommand.cs`: `::` after white
 * space, `##[` anywhere), Azure Pipelines (`##vso[` anywhere), TeamCity, and GitLab (sections after a carriage return
 * and an escape sequence).
 */
function commandsIn(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => /^[\s\u0085]*::/.test(line) || /##(vso|teamcity)?\[/i.test(line) || /\x1b\[0?K/.test(line));
}

const part = fc.oneof(
  fc.constantFrom("::set-output name=a::b", "::add-mask::x", "##[set-env name=A;]b", "##[command]rm", "##vso[task.setvariable variable=a]b", "##VSO[x]", "##teamcity[message]", "section_start:1:a\r\u001b[0K", "::", ":", "##", "[", "vso["),
  fc.constantFrom("\n", "\r", "\r\n", " ", "\t", "\u00a0", "\u0085", "\u2028", "\u001b[31m", "\u001b[0K", "a", "§", "\\", "%0A::error::x"),
); // prettier-ignore
const text = fc.array(part, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(""));
const cuts = fc.array(fc.nat({ max: 60 }), { maxLength: 5 });
const attacks = { numRuns: chooseByMode(1000, 100_000), seed: seedOf(23) };

/** Functions that create a site with this text in one position, next to a problem, so that `check` prints the text. */
const hostileSites = {
  "a file name": (hostile: string) =>
    siteWith({ [`${fileNameOf(hostile)}.mdx`]: "[a](/gone)\n" }, [fileNameOf(hostile)]),
  "the navigation": (hostile: string) => siteWith({}, [`missing/${hostile}`]),
  "a title": (hostile: string) => siteWith({ "index.mdx": `---\ntitle: *a ${hostile}\n---\n` }),
  "a heading": (hostile: string) => siteWith({ "index.mdx": `# [a](/gone) ${hostile}\n` }),
  "a paragraph": (hostile: string) => siteWith({ "index.mdx": `${hostile} [a](/gone) ${hostile}\n` }),
  "a link": (hostile: string) => siteWith({ "index.mdx": `[a](</gone${hostile.replace(/[\r\n]/g, "")}>)\n` }),
  "a comment": (hostile: string) => siteWith({ "index.mdx": `[a](/gone) {/* ${hostile} */}\n` }),
  "an expression": (hostile: string) => siteWith({ "index.mdx": `Text {${hostile}\n` }),
  "a component": (hostile: string) => siteWith({ "index.mdx": `<Missing text={${JSON.stringify(hostile)}} />\n` }),
} as const; // prettier-ignore
const hostilePlaces = Object.keys(hostileSites) as (keyof typeof hostileSites)[];

function siteWith(files: Readonly<Record<string, string>>, pages: readonly string[] = []) {
  return {
    "docs.json": JSON.stringify({
      name: "Harbor",
      theme: "mint",
      colors: { primary: "#123456" },
      navigation: { pages: ["index", ...pages] },
    }),
    "index.mdx": "Text.\n",
    ...files,
  };
}

function fileNameOf(hostile: string): string {
  return `a${hostile.replace(/[/\0]/g, "").slice(0, 80)}`;
}

describe("CI service logs", function () {
  this.timeout(chooseByMode(120_000, 3_600_000));
  after(() => removeTempSites());

  it("contain no commands from text, regardless of where it's split", () =>
    fc.assert(
      fc.property(text, cuts, (hostile, at) => {
        assertNoCommand(hostile, "text", at);
      }),
      attacks,
    ));

  it("contain no commands from JSON or XML, whose meaning is preserved", () =>
    fc.assert(
      fc.property(text, cuts, (hostile, at) => {
        const json = assertNoCommand(`${JSON.stringify({ hostile }, undefined, 2)}\n`, "json", at);
        assert.deepEqual(JSON.parse(json), { hostile });
        const xml = assertNoCommand(`<a b="${escapeXml(hostile)}"/>\n`, "xml", at);
        const plain = xml.replaceAll("&#91;", "[").replaceAll("&#58;", ":");
        assert.equal(plain, `<a b="${escapeXml(hostile)}"/>\n`);
      }),
      attacks,
    ));

  it("contain ordinary text unchanged", () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("std::vector", "a: b", "# Title", "## Part", "[link](x)", " :: ", "é", "\r\n", "\n", "\t", "\u001b[1;31mx\u001b[0m", "- "), { maxLength: 12 }).filter((parts) => commandsIn(parts.join("")).length === 0),
        (parts) => assert.equal(written(parts, "text"), parts.join("")),
      ),
      attacks,
    )); // prettier-ignore

  it("are escaped only on a CI service and never in a file", () => {
    const all: string[] = [];
    const output = { write: (part: string) => all.push(part) };
    createLogOutput(output, {}).write("::debug::a\n");
    createLogOutput({ ...output, isFile: true }, { CI: "true" }).write("::debug::b\n");
    for (const name of ["CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])
      createLogOutput(output, { [name]: "true" }).write("::debug::c\n");
    assert.deepEqual(all, ["::debug::a\n", "::debug::b\n", ...Array<string>(4).fill(":\\:debug::c\n")]);
  });

  describe("written by each command", () => {
    const hostile = "::set-output name=a::b ##[group]x ##vso[y]";
    let folder: string;
    before(() => {
      folder = tempSite({
        "docs.json": JSON.stringify({
          name: "Harbor",
          theme: "mint",
          colors: { primary: "#123456" },
          navigation: { pages: ["index", hostile, `missing/${hostile}`] },
        }),
        "index.mdx": `---\ntitle: ${JSON.stringify(hostile)}\n---\n\n${hostile}\n\n[a](/gone-${hostile.replaceAll(" ", "-")})\n\n{${hostile}\n`,
        [`${hostile}.mdx`]: `---\ntitle: x\n---\n\n<${hostile}\n\n${hostile}`,
      });
    });

    const calls: readonly (readonly [args: string[], isGithub?: true])[] = [
      [["check"]],
      [["check", "--format", "json"]],
      [["check", "--format", "sarif"]],
      [["check", "--format", "junit"]],
      [["check", "--format", "github"], true],
      [["check", "--coverage"]],
      [["explain"]],
      [["explain", hostile]],
      [["explain", "--format", "json"]],
      [["move", "index.mdx", `${hostile}2.mdx`, "--dry-run"]],
      [["migrate"]],
      [["upgrade"]],
      [["test", "--server", hostile]],
      [[hostile]],
      [["check", `--${hostile}`]],
      [["convert", hostile]],
      [["feedback", `--${hostile}`]],
      [["preview", `--${hostile}`]],
      [["diff-spec", hostile, hostile]],
    ];
    for (const [args, isGithub] of calls)
      it(`contain no commands from arguments: ${args.join(" ").slice(0, 60)}`, async () => {
        await attack("CI logs", JSON.stringify(args), async () => {
          const { stdout, stderr } = await callCli(args, { ...inLog, cwd: folder });
          assert.ok(stdout + stderr !== "");
          const found = commandsIn(stdout).concat(commandsIn(stderr));
          assert.deepEqual(isGithub ? found.filter((line) => !ownCommand.test(line)) : found, []);
          if (isGithub) assert.ok(found.length > 0);
        });
      }); // prettier-ignore
  });

  describe("written by a check", () => {
    const check = (folder: string, format: string, environment = {}) =>
      callCli(["check", folder, "--format", format], { environment });

    for (const place of hostilePlaces)
      it(`contain text from ${place}, so an attack from there could succeed`, async () => {
        const { stdout } = await check(tempSite(hostileSites[place]("::a:: ##[group]x ##vso[y]")), "pretty");
        assert.ok(commandsIn(stdout).length > 0, stdout);
      });

    it("contain no commands from any part of a site, in any format", () =>
      fc.assert(
        fc.asyncProperty(
          text.filter((hostile) => commandsIn(hostile).length > 0),
          fc.constantFrom(...hostilePlaces),
          fc.constantFrom("pretty", "json", "sarif", "junit", "github"),
          async (hostile, place, format) => {
            const folder = tempSite(hostileSites[place](hostile));
            await attack("CI logs", JSON.stringify([hostile, place, format]), async () => {
              const { stdout, stderr } = await check(folder, format, inLog.environment);
              assert.ok(stdout !== "", stderr);
              const found = commandsIn(stdout).concat(commandsIn(stderr));
              assert.deepEqual(format === "github" ? found.filter((line) => !ownCommand.test(line)) : found, []);
            });
          },
        ),
        { numRuns: chooseByMode(60, 3000), seed: seedOf(24) },
      )); // prettier-ignore
  });
});

/**
 * Checks that the log doesn't contain any commands, and returns the log. Counts the text as an attack if it contains a
 * command.
 */
function assertNoCommand(hostile: string, syntax: OutputSyntax, cutAt: readonly number[]): string {
  const check = () => {
    const log = logged(hostile, syntax, cutAt);
    assert.deepEqual(commandsIn(log), []);
    return log;
  };
  const isLive = commandsIn(hostile).length > 0;
  return isLive ? attack("CI logs", JSON.stringify([syntax, hostile, cutAt]), check) : check();
}

function logged(hostile: string, syntax: OutputSyntax, cutAt: readonly number[]): string {
  const at = [0, ...cutAt.filter((cut) => cut < hostile.length).toSorted((a, b) => a - b), hostile.length];
  return written(at.slice(1).map((end, index) => hostile.slice(at[index], end)), syntax);
} // prettier-ignore

function written(parts: readonly string[], syntax: OutputSyntax): string {
  const all: string[] = [];
  const output = createLogOutput({ write: (part) => all.push(part) }, inLog.environment);
  for (const part of parts) output.write(part, syntax);
  return all.join("");
}
