import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { GitRepository } from "../harness/git-repository.ts";
import { createRandom } from "../harness/mutate-document.ts";
import { seedOf, chooseByMode } from "../harness/choose-by-mode.ts";
import { colors } from "../../server/src/cli/terminal/output.ts";
import { StoredReport } from "../../server/src/workspace/files/stored-report.ts";
import { callCli, type Call, type CallOptions } from "./call-cli.ts";
import { removeTempSites, tempSite } from "./temp-site.ts";

const config = (pages: readonly string[], more = {}) =>
  JSON.stringify({
    theme: "mint",
    name: "K",
    colors: { primary: "#116644" },
    navigation: { groups: [{ group: "A", pages }] },
    ...more,
  });

const spec = (summary: string) =>
  `openapi: 3.1.0\ninfo: { title: Eggs, version: "1" }\nservers: [{ url: https://a.example }]\npaths:\n  /eggs:\n    get:\n      summary: ${summary}\n      responses: { "200": { description: Good, content: { application/json: { schema: { $ref: "./parts/egg.json" } } } } }\n`;

const files = {
  "docs.json": config(["index", "guides/one", "guides/two", "GET /eggs"], { api: { openapi: "api.yaml" } }),
  "index.mdx":
    '---\ntitle: Home\n---\n\nimport Note from "/snippets/note.mdx";\n\n<Note />\n\nSee [one](/guides/one#details) and ![nest](/images/nest.png).\n',
  "guides/one.mdx": "---\ntitle: One\n---\n\n## Details\n\nSee [two](/guides/two).\n",
  "guides/two.mdx": "---\ntitle: Two\n---\n\n## Details\n\nSee [gone](/guides/gone).\n",
  "snippets/note.mdx": "<Note>Warm.</Note>\n",
  "images/nest.png": "png",
  "api.yaml": spec("List eggs"),
  "parts/egg.json": '{ "type": "object", "properties": { "warm": { "type": "boolean" } } }\n',
  "style.css": ".nest { background: url(/images/nest.png) }\n",
};

/** A site with problems that is checked quickly, because it has neither a specification nor a page to parse. */
const simpleFiles = {
  "docs.json": config(["index", "gone"]),
  "index.mdx": "---\ntitle: Home\n---\n\nSee [gone](/gone).\n",
};

/** The folder of a program, and the cache that its reports are stored in. */
class Reports {
  readonly program = tempSite({ "cli.js": "1", "engine/rules.js": "1" });
  readonly cache = tempSite({});
  readonly folder = join(this.cache, "docwright/reports");

  check(site: string, args: readonly string[] = [], options: CallOptions = {}): Promise<Call> {
    return callCli(["check", site, ...args], {
      program: this.program,
      ...options,
      environment: { XDG_CACHE_HOME: this.cache, ...options.environment },
    });
  }

  get files(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder).map((name) => join(this.folder, name)) : [];
  }

  /** Changes the text of every stored report. */
  mark(): void {
    for (const file of this.files)
      writeFileSync(file, readFileSync(file, "utf8").replace(/"report":\{"text":"/, "$&STORED "));
  }

  /** Undoes `mark` in the reports that still have the changed text. */
  unmark(): void {
    for (const file of this.files)
      writeFileSync(file, readFileSync(file, "utf8").replace('"report":{"text":"STORED ', '"report":{"text":"'));
  }
}

const withoutTime = ({ stdout, ...call }: Call): Call => ({
  ...call,
  stdout: stdout
    .replace(/ · [\d.,]+ s$/m, " · N s")
    .replace(/"milliseconds":\d+/, '"milliseconds":0')
    .replace(/ time="[\d.]+"/, ' time="0"'),
});

/** Sets the times of a file to a moment at which the file system can't have been in doubt. */
function age(site: string, path: string): void {
  const past = new Date(Date.now() - 60_000);
  utimesSync(join(site, path), past, past);
}

describe("stored reports", () => {
  afterEach(removeTempSites);

  it("are printed again, with the same exit code and notices", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    for (const args of [
      [],
      ["--format", "json"],
      ["--format", "sarif"],
      ["--format", "junit"],
      ["--format", "github"],
      ["--coverage"],
      ["--lang", "de"],
    ]) {
      // prettier-ignore
      const first = await reports.check(site, args);
      const again = await reports.check(site, args);
      assert.deepEqual(withoutTime(again), withoutTime(first), args.join(" "));
      assert.deepEqual(withoutTime(first), withoutTime(await callCli(["check", site, ...args])));
      assert.equal(first.exitCode, 1);
    }
    assert.equal(reports.files.length, 7);
    reports.mark();
    assert.match((await reports.check(site)).stdout, /^STORED docs\.json/);
    assert.match((await reports.check(site, ["--format", "json"])).stdout, /^STORED \{.*"milliseconds":\d+,/);
  });

  it("are printed unchanged in each format, with and without problems", async () => {
    const reports = new Reports();
    const faultless = { "docs.json": config(["index"]), "index.mdx": "---\ntitle: Home\n---\n\nText.\n" };
    const sites = [tempSite(files), tempSite(faultless)];
    for (const [index, site] of sites.entries())
      for (const format of ["pretty", "json", "sarif", "junit", "github"]) {
        const args = ["--format", format, "--min-severity", "warning"];
        const first = await reports.check(site, args);
        assert.equal(first.exitCode, index === 0 ? 1 : 0, format);
        const count = reports.files.length;
        assert.deepEqual(withoutTime(await reports.check(site, args)), withoutTime(first), format);
        assert.equal(reports.files.length, count);
      }
    assert.equal(reports.files.length, 10);
  });

  it("contain no commands for GitHub that the check doesn't generate", async () => {
    for (const format of ["github", "json"])
      for (const command of ["::set-env name=A::b\\n", "\\n ::add-path::/tmp\\n"]) {
        const reports = new Reports();
        const site = tempSite(simpleFiles);
        const first = await reports.check(site, ["--format", format]);
        for (const file of reports.files)
          writeFileSync(file, readFileSync(file, "utf8").replace(/"report":\{"text":"/, `$&${command}`));
        const again = await reports.check(site, ["--format", format]);
        assert.deepEqual(withoutTime(again), withoutTime(first), `${format} ${command}`);
      }
  });

  it("contain all colors", async () => {
    const reports = new Reports();
    const site = tempSite({ ...files, "index.mdx": "---\ntitle: A\n---\n\n## A\n\n## A\n\n#### B\n" });
    for (const args of [["--min-severity", "hint"], ["--coverage"]])
      await reports.check(site, args, { environment: { FORCE_COLOR: "1" } });
    assert.equal(reports.files.length, 2);
    const painted = [...Object.values(colors.severity), colors.path, colors.muted, colors.fix, colors.success];
    const report = { text: painted.map((paint) => paint("a")).join(""), notices: [], exitCode: 0 } as const;
    new StoredReport(reports.program, site, [], { XDG_CACHE_HOME: reports.cache }).save(report, []);
    assert.equal(reports.files.length, 3);
  });

  it("contain the notices", async () => {
    const reports = new Reports();
    const site = tempSite({ ...files, ".docwright.json": '{ "ignore": ["**"] }' });
    const first = await reports.check(site);
    assert.match(first.stderr, /nothing was checked/);
    assert.deepEqual(withoutTime(await reports.check(site)), withoutTime(first));
    reports.mark();
    const stored = await reports.check(site);
    assert.match(stored.stdout, /^STORED /);
    assert.equal(stored.stderr, first.stderr);
  });

  it("are used only for the same folder, options, terminal, and program", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    const isStored = async (...args: Parameters<Reports["check"]>) =>
      (await reports.check(...args)).stdout.startsWith("STORED");
    await reports.check(site);
    reports.mark();
    assert.ok(await isStored(site));
    assert.ok(!(await isStored(tempSite(files))));
    assert.ok(!(await isStored(site, ["--profile", "mintlify"])));
    assert.ok(!(await isStored(site, ["--max-problems", "1"])));
    assert.ok(!(await isStored(site, [], { environment: { COLUMNS: "60" } })));
    assert.ok(!(await isStored(site, [], { environment: { FORCE_COLOR: "1" } })));
    assert.ok(!(await isStored(site, [], { terminal: 80, environment: { NO_COLOR: "1" } })));
    const [baseline, other] = [join(reports.cache, "a.json"), join(reports.cache, "b.json")];
    await callCli(["check", site, "--write-baseline", baseline]);
    writeFileSync(other, '{ "version": 1, "problems": [] }');
    assert.ok(!(await isStored(site, ["--baseline", baseline])));
    reports.mark();
    assert.ok(await isStored(site, ["--baseline", baseline]));
    writeFileSync(baseline, readFileSync(other));
    assert.ok(!(await isStored(site, ["--baseline", baseline])));
    writeFileSync(join(reports.program, "engine/rules.js"), "2");
    assert.ok(!(await isStored(site)));
  });

  it("aren't used if the options depend on Git or the network or change files", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    await reports.check(site, ["--fix-dry-run"]);
    await reports.check(site, ["--fix"]);
    await reports.check(site, ["--write-baseline", join(reports.cache, "baseline.json")]);
    await reports.check(site, ["--fetch", "a.example"]);
    new GitRepository(site).commit();
    const { exitCode } = await reports.check(site, ["--changed-since", "HEAD"]);
    assert.equal(exitCode, 0);
    assert.deepEqual(reports.files, []);
    await reports.check(site);
    assert.equal(reports.files.length, 1);
  });

  it("are also used after the files got new times, as in a new clone", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    await reports.check(site);
    reports.mark();
    for (const path of Object.keys(files)) age(site, path);
    assert.match((await reports.check(site)).stdout, /^STORED/);
  });

  it("aren't used if a file changes without a new size and modification time", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    const text = files["guides/two.mdx"];
    for (const next of [text.replace("gone", "gane"), text.replace("gone", "gine"), text]) {
      const { mtime, atime } = statSync(join(site, "guides/two.mdx"));
      writeFileSync(join(site, "guides/two.mdx"), next);
      utimesSync(join(site, "guides/two.mdx"), atime, mtime);
      assert.deepEqual(withoutTime(await reports.check(site)), withoutTime(await callCli(["check", site])));
    }
    reports.mark();
    assert.match((await reports.check(site)).stdout, /^STORED/);
  });

  it("aren't stored if a part of the site couldn't be checked", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    mkdirSync(join(site, "locked"));
    chmodSync(join(site, "locked"), 0o000);
    await reports.check(site);
    // The administrator can read every folder.
    assert.equal(reports.files.length, process.getuid?.() === 0 ? 1 : 0);
    rmSync(join(site, "locked"), { recursive: true });
    await reports.check(site);
    assert.equal(reports.files.length, 1);
  });

  describe("that aren't valid", () => {
    const changes: Readonly<Record<string, (file: string) => void>> = {
      "a truncated file": (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
      "an empty file": (file) => writeFileSync(file, ""),
      "another program's file": (file) => writeFileSync(file, '{"version":1}'),
      "binary data": (file) => writeFileSync(file, Buffer.from([0xff, 0xfe, 0, 1])),
      "a report for another key": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace(/"key":"../, '"key":"zz')),
      "a folder": (file) => {
        rmSync(file);
        mkdirSync(file);
      },
      "a link": (file) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
      "control characters": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace("STORED", String.raw`STORED\u001b]0;x\u0007`)),
      "hidden text": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace("STORED", String.raw`STORED\u001b[8mx`)),
      "no folder": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace(/"disks":\[.*\],"copies"/, '"disks":[],"copies"')),
      "a path outside the folder": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace('"place":""', '"place":"../.."')),
      "an unknown exit code": (file) =>
        writeFileSync(file, readFileSync(file, "utf8").replace(/"exitCode":\d/, '"exitCode":7')),
    };
    for (const [what, change] of Object.entries(changes))
      it(`are ignored and replaced: ${what}`, async () => {
        const reports = new Reports();
        const site = tempSite(simpleFiles);
        const first = await reports.check(site);
        reports.mark();
        assert.match((await reports.check(site)).stdout, /^STORED/);
        for (const file of reports.files) change(file);
        assert.deepEqual(withoutTime(await reports.check(site)), withoutTime(first));
        assert.deepEqual(withoutTime(await reports.check(site)), withoutTime(first));
      });

    it("are ignored if they belong to another user", async function () {
      if (process.getuid?.() !== 0) this.skip();
      const reports = new Reports();
      const site = tempSite(simpleFiles);
      const first = await reports.check(site);
      reports.mark();
      for (const file of reports.files) chownSync(file, 65_534, 65_534);
      assert.deepEqual(withoutTime(await reports.check(site)), withoutTime(first));
    });

    it("don't matter if the cache folder can't be written", async () => {
      const reports = new Reports();
      writeFileSync(join(reports.cache, "docwright"), "a file");
      const site = tempSite(simpleFiles);
      const expected = withoutTime(await callCli(["check", site]));
      for (let i = 0; i < 2; i++) assert.deepEqual(withoutTime(await reports.check(site)), expected);
      assert.equal(readFileSync(join(reports.cache, "docwright"), "utf8"), "a file");
      rmSync(join(reports.cache, "docwright"));
      await reports.check(site);
      assert.equal(reports.files.length, 1);
    });
  });

  it("can be written by several processes at the same time", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    const calls = await Promise.all(Array.from({ length: 4 }, () => reports.check(site)));
    for (const call of calls) assert.deepEqual(withoutTime(call), withoutTime(calls[0] ?? call));
    assert.equal(reports.files.length, 1);
    reports.mark();
    assert.match((await reports.check(site)).stdout, /^STORED/);
  });

  it("are the same as those of a full check after random changes", async () => {
    const reports = new Reports();
    const site = tempSite(files);
    const random = createRandom(seedOf(1));
    const steps = chooseByMode(30, 400);
    let unchanged = 0;
    for (let step = 0; step < steps; step++) {
      const what = changeSomething(site, random);
      const expected = withoutTime(await callCli(["check", site, "--min-severity", "hint"]));
      const call = () => reports.check(site, ["--min-severity", "hint"]);
      assert.deepEqual(withoutTime(await call()), expected, `step ${step}: ${what}`);
      reports.mark();
      const { stdout } = await call();
      if (stdout.startsWith("STORED")) unchanged++;
      assert.equal(stdout.replace("STORED ", "").replace(/ · [\d.,]+ s$/m, " · N s"), expected.stdout, what);
      reports.unmark();
    }
    assert.ok(unchanged > steps / 2, `${unchanged}`);
  }).timeout(chooseByMode(120_000, 3_600_000));
});

/** Makes a random change to the site, and returns a description of it. */
function changeSomething(site: string, random: () => number): string {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), text);
    return `write ${path}`;
  };
  const path = pick([...Object.keys(files), "guides/three.mdx", "extra/docs.json", "notes.txt", "__proto__"]);
  const place = join(site, path);
  const exists = existsSync(place);
  const text = exists ? readFileSync(place, "utf8") : "";
  const changes: (() => string)[] = [
    () => write(path, `${text}\n[x](/guides/${pick(["one", "two", "gone", "three"])})\n`),
    () => write(path, Object.hasOwn(files, path) ? files[path as keyof typeof files] : "# New\n\n![a](/b.png)\n"),
    () =>
      write(
        path,
        text.replaceAll(/[aeiou](?=\W)/g, () => pick("aeiou".split(""))),
      ),
    () => write(".mintignore", pick(["", "guides/two.mdx\n", "snippets/\n", "*.yaml\n"])),
    () => write(".docwright.json", pick(["{}", '{ "rules": { "link/*": "off" } }', '{ "profile": "mintlify" }', "{"])),
    () => write("docs.json", config(pick([["index"], ["index", "guides/one", "guides/one"], ["gone"]]))),
    () => write("docs.json", files["docs.json"]),
    () => write("parts/egg.json", pick(['{ "type": "objekt" }', '{ "$ref": "gone.json" }', files["parts/egg.json"]])),
    () => {
      if (!exists || path === "docs.json") return "nothing";
      rmSync(place);
      return `delete ${path}`;
    },
    () => {
      if (!exists) return "nothing";
      const { atime, mtime } = statSync(place);
      writeFileSync(place, text.replace("e", "a"));
      utimesSync(place, atime, mtime);
      return `rewrite ${path} with the same time`;
    },
    () => {
      if (!exists) return "nothing";
      age(site, path);
      return `touch ${path}`;
    },
    () => {
      const [from, to] = pick([["guides", "manuals"], ["manuals", "guides"], ["images", "pictures"], ["pictures", "images"]]); // prettier-ignore
      if (!existsSync(join(site, from)) || existsSync(join(site, to))) return "nothing";
      renameSync(join(site, from), join(site, to));
      return `rename ${from}`;
    },
    () => {
      if (existsSync(join(site, "linked.mdx"))) rmSync(join(site, "linked.mdx"));
      else symlinkSync(pick(["guides/one.mdx", "index.mdx", "/etc/hostname"]), join(site, "linked.mdx"));
      return "link";
    },
  ];
  return pick(changes)();
}
