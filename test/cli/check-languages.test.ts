import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callCli } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const page = (title: string, body = "") => `---\ntitle: ${title}\n---\n\n${body}\n`;
const options = ["--no-mdx-syntax", "--profile", "standard"];

describe("check report in another language", () => {
  after(removeTempSites);

  const site = () =>
    tempSite({
      "docs.json": '{ "navbr": {}, "navigation": { "pages": ["index", "gone"] } }',
      "index.mdx": page("Home", '[a](/x) [b](/y)\n\n<Icon icon="flag" color="A8FF53" />'),
      "other.mdx": page("Other"),
    });
  const report = async (folder: string, ...args: readonly string[]) =>
    (await callCli(["check", folder, ...options, ...args])).stdout;
  const clean = () => tempSite({ "docs.json": '{ "navigation": { "pages": ["index"] } }', "index.mdx": page("Home") });

  it("has translated severities, a summary, and a table of rules", async () => {
    const stdout = await report(site(), "--lang", "de");
    assert.match(stdout, /^ +1:3 {2}Warnung {2}`navbr` ist keine Einstellung/m);
    assert.match(stdout, /^ {2}1:\d+ {2}Fehler {3}`gone` /m);
    assert.match(stdout, /^1 Fehler, 4 Warnungen in docs\.json und 1 von 2 Seiten · \d+,\d+ s$/m);
    assert.match(stdout, /^1 Hinweis nicht angezeigt; mit --min-severity hint anzeigen$/m);
    assert.match(stdout, /^Probleme nach Regel, die schwerwiegendsten zuerst:$/m);
    assert.match(stdout, /^ {2}2 {2}Warnung {2}link\/page-not-found$/m);
  });

  it("aligns labels whose characters are two columns wide", async () => {
    const stdout = await report(site(), "--lang", "ja");
    // エラー is six columns wide, and 警告 is four.
    assert.match(stdout, /^ {2}1 {2}エラー {2}nav\/page-not-found$/m);
    assert.match(stdout, /^ {2}2 {2}警告 {4}link\/page-not-found$/m);
    const [message = ""] = /^ {2}1:51[\s\S]*?│/m.exec(stdout) ?? [];
    assert.match(message, /^ {2}1:51 {2}エラー {2}`gone` が存在しないため、/);
    assert.match(stdout, /^docs\.json と 2 ページ中 1 ページにエラー 1 件、警告 4 件 · /m);
  });

  it("reports a Git failure in that language", async () => {
    const { exitCode, stderr } = await callCli([
      "check",
      clean(),
      "--changed-since",
      "HEAD",
      ...options,
      "--lang",
      "de",
    ]);
    assert.equal(exitCode, 2);
    assert.match(stderr, /--changed-since: Dieser Ordner befindet sich nicht in einem Git-Repository\./);
  });

  it("uses the language's plural forms", async () => {
    assert.match(await report(clean(), "--lang", "fr"), /^✓ Aucune erreur ni aucun avertissement dans 1 page · /);
    assert.match(await report(site(), "--lang", "es"), /^1 error, 4 advertencias en docs\.json y 1 de 2 páginas/m);
    assert.match(await report(site(), "--lang", "fr"), /^1 erreur, 4 avertissements dans docs\.json et 1 des 2 pages/m);
  });

  it("has translated fixes and notices", async () => {
    const stdout = await report(
      tempSite({
        "docs.json": '{ "navigation": { "pages": ["index"] }, }',
        "index.mdx": page("Home"),
        ".docwright.json": '{ "rules": { "nav/*": "warning" } }',
      }),
      "--fix",
      "--lang",
      "pt-br",
    );
    assert.match(stdout, /^Correção de 1 problema em 1 arquivo: docs\.json$/m);
    const off = tempSite({
      "docs.json": '{ "navigation": { "pages": ["index"] } }',
      "index.mdx": page("Home"),
      ".docwright.json": '{ "ignore": ["**"] }',
    });
    const { stderr } = await callCli(["check", off, ...options, "--lang", "zh-cn"]);
    assert.equal(stderr, "docwright: .docwright.json 关闭了所有规则，因此未检查任何内容。\n");
  });

  it("includes the coverage of operations", async () => {
    const api = {
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: { "/a": { get: {} }, "/b": { get: {} } },
    };
    const folder = tempSite({
      "docs.json": '{ "navigation": { "pages": ["a"] } }',
      "a.mdx": "---\nopenapi: GET /a\n---\n",
      "api.json": JSON.stringify(api),
    });
    const stdout = await report(folder, "--coverage", "--min-coverage", "60", "--lang", "de");
    assert.match(stdout, /GET {2}\/b {2}kein Beispiel {2}auf keiner Seite$/m);
    assert.match(
      stdout,
      /^✗ 1 von 2 Operationen sind in der Navigation \(50 %\), weniger als die erforderlichen 60 %$/m,
    );
    assert.match(stdout, /^0 von 2 haben ein Beispiel$/m);
  });

  it("has translated errors about the baseline", async () => {
    const folder = clean();
    const { stderr, exitCode } = await callCli(["check", folder, "--baseline", "docs.json", "--lang", "de"], {
      cwd: folder,
    });
    assert.equal(exitCode, 2);
    assert.equal(stderr, "docwright: docs.json ist keine Baseline; erstellen Sie eine mit --write-baseline\n");
  });

  it("has the same structure in machine-readable formats", async () => {
    const folder = site();
    const read = async (...args: readonly string[]) =>
      JSON.parse(await report(folder, "--format", "json", ...args)) as Record<string, unknown>;
    const [english, german] = [await read(), await read("--lang", "de")];
    assert.deepEqual(german["counts"], english["counts"]);
    const facts = (value: Record<string, unknown>) =>
      (value["problems"] as Record<string, unknown>[]).map(({ severity, code, range }) => [severity, code, range]);
    assert.deepEqual(facts(german), facts(english));
  });

  it("leaves the baseline file unchanged", async () => {
    const folder = site();
    const write = async (name: string, ...args: readonly string[]) => {
      await report(folder, "--write-baseline", join(folder, name), ...args);
      return readFileSync(join(folder, name), "utf8");
    };
    assert.equal(await write("german.json", "--lang", "de"), await write("english.json"));
  });
});
