import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { checkFix, checkRule } from "../../../../../test/harness/check-rule.ts";
import { parseFixture } from "../../../../../test/harness/fixture.ts";
import { fixedBy, getShownProblems } from "../../../../../test/harness/shown-problems.ts";
import { siteOf } from "../../../../../test/harness/site-of.ts";
import { exportNotFound } from "./export-not-found.ts";
import { importOutsideSite } from "./import-outside-site.ts";
import { legacySnippet } from "./legacy-snippet.ts";
import { packageImport } from "./package-import.ts";
import { snippetNotFound } from "./snippet-not-found.ts";
import { undefinedName } from "./undefined-name.ts";
import { unusedSnippet } from "./unused-snippet.ts";

const head = '//- docs.json\n{ "navigation": { "pages": ["guides/page"] } }\n';

/** Creates a site with a page in a folder and with other files. */
function createFixture(page: string, others = ""): string {
  return `${head}//- guides/page.mdx\n${page}${others && `\n${others}`}`;
}

describe("mdx/snippet-not-found", () => {
  it("suggests snippets whose folder has another case, and changes them together", () => {
    const snippets = "//- _snippets/parts/tools/a.mdx\nA\n//- _snippets/parts/tools/b.mdx\nB\n";
    const text = createFixture(
      '<Snippet file="parts/Tools/a.mdx" />\n\n<Snippet file="parts/Tools/b.mdx" />',
      snippets,
    );
    const site = siteOf(parseFixture(text).files);
    const [problem, ...more] = getShownProblems(snippetNotFound.code, site);
    assert.deepEqual(more, []);
    assert.equal(
      problem?.message,
      "Files such as `parts/Tools/a.mdx` aren't in any snippets folder, so readers see nothing in 2 places. Did you mean `parts/tools/a.mdx`?",
    );
    assert.equal(
      fixedBy("Change all 2 to the suggested files", problem, site, text).get("guides/page.mdx")?.trim(),
      '<Snippet file="parts/tools/a.mdx" />\n\n<Snippet file="parts/tools/b.mdx" />',
    );
  });

  it("suggests no file for another purpose if the folder exists", () => {
    const suggest = (source: string, ...files: readonly string[]) =>
      checkRule(
        snippetNotFound,
        createFixture(`import A from "[|${source}|]";\n\n<A />`, files.map((file) => `//- ${file}\na\n`).join("")),
      ).map(({ finding: { args } }) => args?.["near"]);
    const other = "snippets/query/sort.mdx";
    assert.deepEqual(suggest("/snippets/body/sort.mdx", other, "snippets/body/name.mdx"), [undefined]);
    assert.deepEqual(suggest("/snippets/body/sort.mdx", other), [`/${other}`]);
    assert.deepEqual(suggest("/snippets/body/sort.mdx", "snippets/sort.mdx", "snippets/body/name.mdx"), [
      "/snippets/sort.mdx",
    ]);
    const specific = "snippets/query/sort-users-by-name.mdx";
    assert.deepEqual(suggest("/snippets/body/sort-users-by-name.mdx", specific, "snippets/body/name.mdx"), [
      `/${specific}`,
    ]);
  });

  const snippets =
    "//- snippets/note.mdx\na\n//- guides/local.mdx\na\n//- snippets/x.jsx\nexport const X = () => null;";

  it("resolves paths from the root, from the page, and without an extension", () => {
    for (const source of [
      "/snippets/note.mdx",
      "./local.mdx",
      "../snippets/note.mdx",
      "/snippets/note",
      "/snippets/x.jsx",
    ])
      checkRule(snippetNotFound, createFixture(`import A from "${source}";\n\n<A />`, snippets));
  });

  // The published service compares the whole path with the site's MDX, Markdown, JSX, and TSX files
  // (@mintlify/common 1.0.1176, resolveAllImports.js and constants.js).
  it("reports imports without an extension, and files that the published service doesn't import", () => {
    const files = `${snippets}\n//- data.json\n{}\n//- snippets/y.js\nexport const Y = () => null;`;
    const check = (line: string) => checkRule(snippetNotFound, createFixture(`${line}\n\n<A />`, files), "mintlify");
    for (const source of ["/snippets/note.mdx", "./local.mdx", "/snippets/x.jsx"]) check(`import A from "${source}";`);
    check('import "/data.json";');
    for (const source of ["/data.json", "../snippets/y.js"]) {
      const [problem] = check(`import { A } from "[|${source}|]";`);
      assert.match(problem?.message ?? "", /isn't an MDX, Markdown, JSX, or TSX file/);
    }
    const [problem] = check('import A from "[|../snippets/note|]";');
    assert.match(problem?.message ?? "", /Did you mean `\.\.\/snippets\/note\.mdx`/);
  });

  it("suggests the file with the same name in another folder", () =>
    checkFix(snippetNotFound, createFixture('import A from "[|./note.mdx|]";\n\n<A />', snippets), {
      "guides/page.mdx": 'import A from "/snippets/note.mdx";\n\n<A />',
    }));

  it("doesn't suggest a file with other numbers or in another language", () => {
    const config =
      '//- docs.json\n{ "navigation": { "languages": [{ "language": "en", "pages": ["a"] }, { "language": "de", "pages": ["de/a"] }] } }';
    for (const [source, other] of [
      ["/snippets/sdk-v640-released.mdx", "snippets/sdk-v610-released.mdx"],
      ["/snippets/2024/note.mdx", "snippets/2025/note.mdx"],
      ["/parts/note.mdx", "de/parts/note.mdx"],
    ]) {
      const page = `${config}\n//- a.mdx\nimport A from "[|${source}|]";\n\n<A />\n//- de/a.mdx\nA\n//- ${other}\nRead this.`;
      const [problem] = checkRule(snippetNotFound, page);
      assert.doesNotMatch(problem?.message ?? "", /Did you mean/);
    }
  });

  it("suggests creating the file if no name is similar", () => {
    const [problem] = checkRule(
      snippetNotFound,
      createFixture('import A from "[|/other/thing.mdx|]";\n\n<A />', snippets),
    );
    assert.match(problem?.message ?? "", /Create the file/);
  });

  it("says that readers see the built-in component if that's what the import names", () => {
    const check = (names: string) => {
      const page = createFixture(`import ${names} from "[|/nope.mdx|]";\n\n<Card />`, "");
      return checkRule(snippetNotFound, page).map(({ severity, message }) => `${severity} ${message}`);
    };
    assert.deepEqual(check("{ Card, Tabs }"), [
      "information `/nope.mdx` doesn't exist, so readers see the built-in component with this name. Remove the import.",
    ]);
    for (const names of ["{ Card, Other }", "{ Card as Other }"])
      assert.match(check(names)[0] ?? "", /^warning .*nothing/);
  });

  it("ignores code blocks", () => checkRule(snippetNotFound, createFixture('```js\nimport A from "/nope.mdx";\n```')));
});

describe("mdx/undefined-name in the published service", () => {
  const check = (value: string, usage: string) =>
    checkRule(undefinedName, createFixture(`export const year = ${value};\n\nIn ${usage}.\n`), "mintlify");

  // @mintlify/common 1.0.1176, remarkMdxRemoveUnusedVariables.js, with each of these values.
  it("reports a name whose value isn't a literal or an element", () => {
    for (const value of ["new Date().getFullYear()", "`2025`", "-5", "other", "() => 1", "{ a: 1 }", "['a']", "<>x</>"])
      assert.equal(check(value, "[|{year}|]").length, 1, value);
  });

  it("accepts literals, elements, and other expressions", () => {
    for (const value of ['"2025"', "'a' ", "2025", "<b>x</b>", "('a')", "true", "true // x", "null /* x */"])
      check(value, "{year}");
    for (const usage of ["{year + 1}", "{year.length}", "{String(year)}", "`{year}`"]) check("new Date()", usage);
  });

  it("isn't reported in the standard profile", () =>
    void checkRule(undefinedName, createFixture("export const year = new Date();\n\nIn {year}.\n")));
});

describe("mdx/export-not-found", () => {
  const others =
    '//- snippets/values.mdx\nexport const version = "2";\n\nexport const Box = () => <p>a</p>;\n//- snippets/text.mdx\nexport const version = "2";\n\nText.\n//- snippets/x.jsx\nexport const X = () => null;\nexport default X;';

  it("finds the range of a name that contains the word “import”", () =>
    checkFix(
      exportNotFound,
      createFixture(
        'import { [|importBoxx|], importBox } from "/snippets/y.jsx";\n\n<Box />',
        "//- snippets/y.jsx\nexport const importBox = 1;",
      ),
      { "guides/page.mdx": 'import { importBox, importBox } from "/snippets/y.jsx";\n\n<Box />' },
    ));

  it("recognizes named exports, default exports, and MDX content", () => {
    for (const line of [
      'import { version, Box } from "/snippets/values.mdx";',
      'import Text, { version } from "/snippets/text.mdx";',
      'import Any, { X } from "/snippets/x.jsx";',
      'import version from "/snippets/values.mdx";',
      'import * as All from "/snippets/values.mdx";',
      'import { nope } from "lodash";',
    ])
      checkRule(exportNotFound, createFixture(`${line}\n\nText.`, others));
  });

  it("reports a default import of a name that only a code file exports", () => {
    checkRule(
      exportNotFound,
      createFixture('import [|importBox|] from "/snippets/y.jsx";', "//- snippets/y.jsx\nexport const importBox = 1;"),
    );
  });

  it("offers to correct a name or wrap it in braces", () => {
    checkFix(exportNotFound, createFixture('import { [|vesion|] as v } from "/snippets/values.mdx";\n\n{v}', others), {
      "guides/page.mdx": 'import { version as v } from "/snippets/values.mdx";\n\n{v}',
    });
    checkFix(exportNotFound, createFixture('import [|Any|] from "/snippets/values.mdx";\n\n<Any />', others), {
      "guides/page.mdx": 'import { version as Any } from "/snippets/values.mdx";\n\n<Any />',
    });
  });
});

describe("mdx/package-import and mdx/import-outside-site", () => {
  it("offer to insert the path of an existing file", () =>
    checkFix(
      packageImport,
      createFixture('import A from "[|@/snippets/note.mdx|]";\n\n<A />', "//- snippets/note.mdx\na"),
      {
        "guides/page.mdx": 'import A from "/snippets/note.mdx";\n\n<A />',
      },
    ));

  it("ignore paths on the site", () => {
    const page = createFixture('import A from "../snippets/note.mdx";\n\n<A />', "//- snippets/note.mdx\na");
    checkRule(packageImport, page);
    checkRule(importOutsideSite, page);
    checkRule(importOutsideSite, createFixture('import A from "[|../../note.mdx|]";\n\n<A />'));
  });
});

describe("mdx/undefined-name", () => {
  // The pipe shifts the backticks of its cell, so the code after it is parsed as MDX.
  it("recommends escaping a pipe in other code before the name in a table row", () => {
    const createTable = (pipe: string, name: string) =>
      createFixture(`| a | b | c |\n|---|---|---|\n| \`x ${pipe} y\` or \`z\` and \`${name}\` |`);
    const [problem] = checkRule(undefinedName, createTable("|", "[|{name}|]"));
    assert.match(problem?.message ?? "", /^`\|` ends a table cell/);
    checkRule(undefinedName, createTable("\\|", "{name}"));
  });

  it("recognizes imports, exports, `user`, and props passed to a snippet", () => {
    checkRule(
      undefinedName,
      createFixture(
        'import { version } from "/snippets/values.mdx";\nimport Note from "/snippets/note.mdx";\n\nexport const plan = "free";\n\n{version} {plan} {user.name} `{code}` \\{escaped\\} {{variable}}\n\n<Note word="a" />',
        '//- snippets/values.mdx\nexport const version = "2";\n//- snippets/note.mdx\n{word} {props.word} {children} [|{other}|]',
      ),
    );
  });

  it("recommends passing a name to a snippet to which pages pass other props", () => {
    const getMessages = (tag: string) =>
      checkRule(
        undefinedName,
        createFixture(`import Note from "/snippets/note.mdx";\n\n${tag}`, "//- snippets/note.mdx\nUse [|{limit}|].\n"),
      ).map(({ message }) => message.split(",", 1)[0]);
    assert.deepEqual(getMessages('<Note word="a" />'), ["No page passes `limit` to this snippet"]);
    assert.deepEqual(getMessages("<Note />"), ["`limit` in braces is parsed as code"]);
  });

  it("recognizes props passed to a snippet that's imported under a lowercase name", () => {
    checkRule(
      undefinedName,
      createFixture(
        'import auth_steps_1 from "/snippets/note.mdx";\n\n<auth_steps_1 mode="SAML" />',
        "//- snippets/note.mdx\n{mode} [|{other}|]",
      ),
    );
  });

  it("recognizes the globals of ECMAScript", () => {
    // If Node was started with `--expose-gc`, `gc` is also a global.
    const globals = (runInNewContext("Object.getOwnPropertyNames(globalThis)") as string[]).filter(
      (name) => name !== "gc",
    );
    assert.ok(globals.includes("Function") && globals.includes("Uint8Array"));
    const members = globals.map((name) => `{${name}.length}`);
    checkRule(
      undefinedName,
      createFixture([...members, "{window.location.href} {URL.length} {process.env} {React.version}"].join("\n\n")),
    );
  });

  it("reports objects and functions, because React shows only text", () => {
    const [problem] = checkRule(
      undefinedName,
      createFixture(
        "The callback [|{Function}|] gets [|{ String }|] and [|{URL}|] from [|{location}|].\n\n{Math.PI} {NaN}",
      ),
    );
    assert.match(problem?.message ?? "", /^`Function` in braces is parsed as code and refers to a JavaScript object/);
  });

  it("reports names that are defined only in browsers, because pages are rendered on a server", () =>
    checkRule(undefinedName, createFixture("[|{name}|] [|{status}|] [|{origin.length}|]")));

  it("recognizes an import or export with the same name as a global", () =>
    checkRule(
      undefinedName,
      createFixture(
        'import { URL } from "/snippets/values.mdx";\n\nexport const location = "here";\n\n{URL} {location}',
        '//- snippets/values.mdx\nexport const URL = "2";',
      ),
    ));

  it("ignores functions", () =>
    checkRule(
      undefinedName,
      createFixture(
        "export const List = ({ items }) => {\n  const last = items.length;\n  return <p>{items} {last}</p>;\n};\n\n{[1, 2].map((each) => <b>{each}</b>)}",
      ),
    ));

  it("ignores formulas and URLs", () =>
    checkRule(
      undefinedName,
      createFixture(
        "$$\n\\text{sim}(a) = x_{i}\n$$\n\nIt is $x_{i}$ here. See https://example.com/web/{DB} and www.example.com/{id}.",
      ),
    ));

  it("offers to escape both braces or format the text as code", () => {
    checkFix(undefinedName, createFixture("GET /users/[|{id}|]"), {
      "guides/page.mdx": "GET /users/\\{id\\}",
    });
    checkFix(undefinedName, createFixture("GET /users/[|{id}|]"), { "guides/page.mdx": "GET /users/`{id}`" }, /code/);
  });
});

describe("mdx/unused-snippet", () => {
  it("counts legacy tags and imports in pages, snippets, and scripts as uses", () =>
    checkRule(
      unusedSnippet,
      createFixture(
        'import A from "/snippets/a.mdx";\nimport { X } from "../snippets/x.jsx";\n\n<A />\n\n<X />\n\n<Snippet file="c.mdx" />',
        '//- snippets/a.mdx\nimport B from "./b.mdx";\n\n<B />\n//- snippets/b.mdx\nb\n//- snippets/c.mdx\nc\n//- snippets/x.jsx\nimport { y } from "./y.jsx";\nexport const X = () => null;\n//- snippets/y.jsx\nexport const y = 1;\n//- snippets/unused.jsx\n[||]export const Z = 1;\n',
      ),
    ));
});

describe("mdx/legacy-snippet", () => {
  it("offers to import the file under a name that isn't in use", () =>
    checkFix(
      legacySnippet,
      createFixture('<Note>a</Note>\n\n<[|Snippet|] file="note.mdx" />', "//- _snippets/note.mdx\na"),
      {
        "guides/page.mdx": 'import Note2 from "/_snippets/note.mdx";\n\n<Note>a</Note>\n\n<Note2 />',
      },
    ));
});

describe("mdx/undefined-name: several names in a line", () => {
  const getMessage = (text: string) => {
    const { files } = parseFixture(createFixture(text));
    return getShownProblems(undefinedName.code, siteOf(files))[0]?.message ?? "";
  };

  it("shortens each name instead of the list", () => {
    assert.match(
      getMessage("Use {order_total}, {currency}, {points}.\n"),
      /^`order_total`, `currency`, and `points` in/,
    );
    assert.match(
      getMessage("Use {shop_name}, {order_total_with_taxes}, {currency}.\n"),
      /^`shop_name`, `order_to…`, and `currency` in/,
    );
  });

  it("leaves out the last names if the list is too long", () => {
    const message = getMessage("Use {first_name}, {last_name}, {full_address}, {postal_code}, {country_code}.\n");
    assert.match(message, /^`first_name`, `last_name`, and … in braces/);
    assert.ok(message.length <= 200, message);
  });
});
