import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { rules } from "../../server/src/core/rules/engine/registry.ts";
import { ownMethods } from "../harness/every-request.ts";
import { foldersImportingEachOther, modulesInCycles, runTimeImports } from "../harness/import-cycles.ts";
import { importsOf, project, sourceFiles, type Import } from "../harness/source-files.ts";

const files = sourceFiles();
/** The shipped files. The imports of tests aren't restricted. */
const sources = files.filter(({ path: file }) => file.includes("/src/") && !file.endsWith(".test.ts"));
const imports = sources.flatMap(importsOf);

/**
 * The allowed imports, as described in ARCHITECTURE.md. The first row whose folder matches applies. `may` lists the
 * prefixes of folder and file paths, and the names of packages.
 */
const importRules: readonly { readonly folder: string; readonly may: readonly string[] }[] = [
  {
    folder: "server/src/core/",
    may: [
      "server/src/core/",
      "jsonc-parser",
      "gray-matter",
      "js-yaml",
      "ignore",
      "mdast-util-",
      "micromark-extension-",
      "@scalar/openapi-upgrader",
      "acorn",
      "katex",
      "shiki",
      "@shikijs/",
      "sucrase",
      "@unocss/",
      "openapi-sampler",
      "minisearch",
      "valibot",
    ],
  },
  ...["workspace", "relay", "feedback", "preview-server"].map((name) => ({
    folder: `server/src/${name}/`,
    may: [
      `server/src/${name}/`,
      "server/src/core/",
      ...(name === "feedback" ? ["server/src/protocol/", "server/src/workspace/files/user-cache.ts"] : []),
      "webview/src/protocol.ts",
      "node:",
      "valibot",
      "vscode-uri",
      "@apidevtools/swagger-parser",
      ...(name === "relay" ? ["tough-cookie", "ws", "dotenv"] : []),
    ],
  })),
  ...["lsp", "cli"].map((name) => ({
    folder: `server/src/${name}/`,
    may: [
      `server/src/${name}/`,
      ...["core/", "workspace/", "relay/", "feedback/", "preview-server/", "protocol/"].map((to) => `server/src/${to}`),
      "webview/src/protocol.ts",
      "node:",
      "vscode-languageserver",
      "vscode-jsonrpc",
      "vscode-uri",
    ],
  })),
  {
    folder: "server/src/protocol/",
    may: [
      "server/src/protocol/",
      "vscode-languageserver-protocol",
      "vscode-jsonrpc",
      "server/src/core/",
      "webview/src/protocol.ts",
    ],
  },
  {
    folder: "server/src/main.ts",
    may: ["server/src/lsp/", "server/src/workspace/", "vscode-languageserver", "node:"],
  },
  { folder: "server/src/cli.ts", may: ["server/src/cli/", "node:"] },
  {
    folder: "client/src/",
    may: [
      "client/src/",
      ...[
        "protocol/",
        "relay/",
        "feedback/",
        "core/request/",
        "core/text/debouncer.ts",
        "core/text/localized-message.ts",
        "core/text/message.ts",
        "core/text/parse-message.ts",
        "core/text/page-language.ts",
        "core/text/plain-record.ts",
        "workspace/files/bundled-assets.ts",
      ].map((to) => `server/src/${to}`),
      "webview/src/protocol",
      "webview/src/overview/overview-protocol.ts",
      "fast-plist",
      "valibot",
      "vscode",
      "node:",
    ],
  },
  {
    folder: "webview/src/",
    may: [
      "webview/src/",
      "server/src/core/request/",
      "server/src/core/preview/view/",
      "server/src/core/text/decode-text.ts",
      "server/src/core/text/maps.ts",
      "server/src/core/text/debouncer.ts",
      "server/src/core/text/localized-message.ts",
      "server/src/core/text/message.ts",
      "server/src/core/text/parse-message.ts",
      "server/src/core/text/plain-record.ts",
      "server/src/feedback/view/",
      "preact",
      "valibot",
      "mermaid",
      "@codemirror/",
      "@lezer/",
      "@vscode-elements/",
    ],
  },
];

/** A row may import from the rows before it. Folders in the same row must not import from each other. */
const coreOrder: readonly (readonly string[])[] = [
  ["text"],
  ["config"],
  ["page"],
  ["spec"],
  ["request"],
  ["site"],
  ["analysis"],
  ["features", "rules", "preview"],
];

/** Packages that contain only types for syntax trees and no runtime code. */
const typePackages: ReadonlySet<string> = new Set(["mdast", "hast", "estree-jsx"]);

const interpreter = "server/src/core/preview/interpret";
const mdxParser = "server/src/core/page/syntax/mdx-parser.ts";

/** Libraries that may be imported by only one file. */
const soleImporters: ReadonlyMap<string, string> = new Map([
  ["@scalar/openapi-upgrader", "server/src/core/spec/convert/convert-swagger.ts"],
  ["jsonc-parser", "server/src/core/config/json/json-tokens.ts"],
  ["gray-matter", "server/src/core/page/yaml-frontmatter.ts"],
  ["js-yaml", "server/src/core/spec/yaml-events.ts"],
  ["@apidevtools/swagger-parser", "server/src/workspace/specs/spec-validation.ts"],
  ...["acorn", "acorn-jsx"].map((name) => [name, "server/src/core/page/syntax/parse-script.ts"] as const),
  ["tough-cookie", "server/src/relay/playground/stores.ts"],
  ["dotenv", "server/src/relay/secrets/secrets.ts"],
  ["sucrase", `${interpreter}/modules.ts`],
  ["mdast-util-to-hast", "server/src/core/preview/source/content.ts"],
  ...["from-markdown", "gfm", "math", "mdx"].map((name) => [`mdast-util-${name}`, mdxParser] as const),
  ...["gfm", "math", "mdxjs"].map((name) => [`micromark-extension-${name}`, mdxParser] as const),
]);

/** Files to which the linter's length limit doesn't apply, because they're tables rather than code. */
const dataTables = (
  JSON.parse(readFileSync(path.join(project, ".oxlintrc.json"), "utf8")) as {
    readonly overrides: readonly {
      readonly files: readonly string[];
      readonly rules: Record<string, unknown>;
    }[];
  }
).overrides.flatMap(({ files: globs, rules: limits }) => (limits["max-lines"] === "off" ? globs : []));
const isDataTable = (file: string) => dataTables.some((glob) => file.startsWith(glob.replace(/\*\*$/, "")));

describe("architecture: imports", () => {
  it("are found by the check", () => {
    assert.ok(
      imports.some(({ from, to }) => from === "server/src/core/rules/engine/registry.ts" && to.endsWith("/rule.ts")),
    );
  });

  it("follow the rules of every folder", () => {
    const rowOf = ({ from }: Import) => importRules.find(({ folder }) => from.startsWith(folder));
    const isAllowed = (edge: Import) => {
      const isTree = edge.from.startsWith("server/src/core/") && typePackages.has(edge.to);
      return isTree || rowOf(edge)?.may.some((allowed) => edge.to.startsWith(allowed));
    };
    const wrong = imports.filter((edge) => !isAllowed(edge));
    assert.deepEqual(wrong.map(describeEdge), []);
  });

  it("from the protocol are limited to types and the classes that describe messages", () => {
    const describing = "server/src/protocol/message.ts";
    const wrong = imports.filter(
      ({ from, to, isType }) =>
        from.startsWith("server/src/protocol/") &&
        !isType &&
        to !== (from === describing ? "vscode-jsonrpc" : describing),
    );
    assert.deepEqual(wrong.map(describeEdge), []);
  });

  it("of the protocol's implementation occur only in the language server and the client's main bundle", () => {
    const loading = imports.filter(
      ({ to, isType, from }) =>
        to.startsWith("server/src/protocol/") &&
        !isType &&
        !/^server\/src\/(lsp|protocol)\//.test(from) &&
        !/^client\/src\/(?!feedback\/|overview\/|playground\/)/.test(from),
    );
    assert.deepEqual(loading.map(describeEdge), []);
  });

  it("of each protocol module occur in both the client and the server", () => {
    const features = sources
      .map(({ path: file }) => file)
      .filter((file) => file.startsWith("server/src/protocol/") && !file.endsWith("/message.ts"));
    assert.ok(features.length > 5);
    const isLoadedBy = (folder: string, file: string) =>
      imports.some(({ from, to, isType }) => !isType && to === file && from.startsWith(folder));
    for (const file of features)
      for (const folder of ["client/src/", "server/src/lsp/"])
        assert.ok(isLoadedBy(folder, file), `${folder} loads ${file}`);
  });

  it("take custom message names from the protocol, so that the compiler checks params and results", () => {
    const named = sources.filter(
      ({ path: file, text }) =>
        /^(client\/src|server\/src\/lsp)\//.test(file) &&
        /\b(?:sendRequest|sendNotification|onRequest|onNotification)(?:<[^>()]*>)?\(\s*["'`]|\bsendRequest</.test(text),
    );
    assert.deepEqual(
      named.map(({ path: file }) => file),
      [],
    );
    const methods = ownMethods();
    const quoting = files.flatMap(({ path: file, text }) =>
      methods
        .filter((method) => text.includes(`"${method}"`) && !file.startsWith("server/src/protocol/"))
        .map((method) => `${file} names ${method}`),
    );
    assert.deepEqual(quoting, []);
  });

  it("go only from later to earlier layers inside core", () => {
    const levelOf = (folder: string) => coreOrder.findIndex((names) => names.includes(folder));
    const wrong = imports.filter(({ from, to }) => {
      const [importer, imported] = [coreFolder(from), coreFolder(to)];
      if (!importer || !imported || importer === imported) return false;
      return levelOf(imported) < 0 || levelOf(imported) >= levelOf(importer);
    });
    assert.deepEqual(wrong.map(describeEdge), []);
  });

  it("of network modules occur only in relay", () => {
    const network = /^(node:)?(https?|http2|net|tls|dgram|dns)(\/|$)|^undici$/;
    const isListening = ({ from, to }: Import) => from.startsWith("server/src/preview-server/") && to === "node:http";
    const wrong = imports.filter(
      (edge) => network.test(edge.to) && !edge.from.startsWith("server/src/relay/") && !isListening(edge),
    );
    assert.deepEqual(wrong.map(describeEdge), []);
    // Listeners don't send requests. The page in a browser tab contacts only its own server, as its content security
    // policy requires.
    const asking = sources.filter(
      ({ path: file, text }) =>
        file.startsWith("server/src/preview-server/") &&
        /import \{[^}]*\b(request|get|Agent)\b[^}]*\} from "node:http"/.test(text),
    );
    assert.deepEqual(
      asking.map(({ path: file }) => file),
      [],
    );
    const calls = sources.filter(
      ({ path: file, text }) =>
        !file.startsWith("server/src/relay/") &&
        !["host/transport.ts", "playground/relay/http-relay.ts"].includes(file.replace(/^webview\/src\//, "")) &&
        /globalThis\.fetch|await fetch\(|new (WebSocket|EventSource)\(/.test(text),
    );
    assert.deepEqual(
      calls.map(({ path: file }) => file),
      [],
    );
  });

  it("of the site loader are found only in the code that keeps a site open and in the analysis for commands", () => {
    const loading = imports.filter(
      ({ from, to, isType }) =>
        !isType &&
        to === "server/src/workspace/analysis/load-site.ts" &&
        !from.startsWith("server/src/workspace/analysis/"),
    );
    assert.deepEqual(loading.map(describeEdge), []);
  });

  it("of a parsing library occur only in its wrapper", () => {
    const wrong = imports.filter(({ from, to }) => soleImporters.has(to) && soleImporters.get(to) !== from);
    assert.deepEqual(wrong.map(describeEdge), []);
    for (const [library, importer] of soleImporters)
      assert.ok(
        imports.some(({ from, to }) => from === importer && to === library),
        `${importer} and ${library}`,
      );
  });
});

/** Pairs of folders that import each other at run time. Remove a pair when its cycle is broken, and don't add any. */
const foldersInCycles: ReadonlySet<string> = new Set([]);

describe("architecture: runtime cycles", () => {
  const loaded = runTimeImports(imports);

  it("don't exist between modules", () => {
    assert.ok(loaded.length > 500);
    assert.deepEqual(modulesInCycles(loaded), []);
  });

  it("don't exist between folders, except for the listed folders", () =>
    assert.deepEqual(foldersImportingEachOther(loaded), [...foldersInCycles].sort()));
});

describe("architecture: files", () => {
  it("have at most 500 lines, except for data tables", () => {
    assert.ok(dataTables.length > 0);
    assert.deepEqual(
      files.filter(({ path: file, text }) => !isDataTable(file) && lineCount(text) > 500).map(describeSize),
      [],
    );
  });

  it("are in folders named after their subject", () => {
    const vague = /(^|\/)(shared|common|utils?|helpers?)(\/|\.ts)/;
    assert.deepEqual(
      files.map(({ path: file }) => file).filter((file) => vague.test(file)),
      [],
    );
  });

  it("have names in kebab-case", () => {
    const odd = files.filter(({ path: file }) => !/\/[a-z][a-z0-9]*(-[a-z0-9]+)*(\.test)?\.tsx?$/.test(file));
    assert.deepEqual(
      odd.map(({ path: file }) => file),
      [],
    );
  });
});

describe("architecture: rules", () => {
  const ruleFiles = sources
    .map(({ path: file }) => file)
    .filter((file) => /^server\/src\/core\/rules\/(?!engine\/|subjects\/|findings\/)[^/]+\//.test(file));

  for (const file of ruleFiles) {
    const code = file.replace("server/src/core/rules/", "").replace(/\.ts$/, "");
    it(`include the rule ${code}, which its own file defines and the registry lists`, async () => {
      const exported = Object.values((await import(`../../server/src/core/rules/${code}.ts`)) as object);
      const found = rules.filter((rule) => exported.includes(rule));
      assert.deepEqual(
        found.map((rule) => rule.code),
        [code],
      );
    });
  }

  it("have unique codes and one file each", () => {
    const codes = rules.map((rule) => rule.code);
    assert.equal(new Set(codes).size, codes.length, "a code is used twice");
    assert.equal(rules.length, ruleFiles.length);
  });
});

function coreFolder(file: string): string | undefined {
  return /^server\/src\/core\/([^/]+)\//.exec(file)?.[1];
}

function lineCount(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

function describeEdge({ from, to }: Import): string {
  return `${from} → ${to}`;
}

function describeSize(file: { readonly path: string; readonly text: string }): string {
  return `${file.path}: ${lineCount(file.text)} lines`;
}
