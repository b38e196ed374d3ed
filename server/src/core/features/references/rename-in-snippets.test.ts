import { refuses, renames } from "../../../../../test/harness/rename-in-site.ts";

const docsFixture = '//- docs.json\n{ "navigation": { "pages": ["a", "b"] } }\n';

describe("renaming a heading in a snippet", () => {
  it("updates links among snippets that aren't on any page", () =>
    renames(
      `${docsFixture}//- snippets/n.mdx\nimport M from "/snippets/m.mdx";\n\n[x](#use-2)\n\n<M />\n//- snippets/m.mdx\n## Use\n\n## U$0se`,
      "Start",
      '//- snippets/n.mdx\nimport M from "/snippets/m.mdx";\n\n[x](#start)\n\n<M />\n//- snippets/m.mdx\n## Use\n\n## Start',
    ));

  it("updates links to a heading in a snippet that a legacy tag includes", () =>
    renames(
      `${docsFixture}//- b.mdx\n[x](#use)\n\n<Snippet file="n.mdx" />\n//- _snippets/n.mdx\n## U$0se`,
      "Start",
      '//- b.mdx\n[x](#start)\n\n<Snippet file="n.mdx" />\n//- _snippets/n.mdx\n## Start',
    ));
});

describe("renaming a heading to an anchor that another heading on the page has", () => {
  const imports = 'import N from "/snippets/n.mdx";\nimport Q from "/snippets/q.mdx";\n\n<N />\n\n<Q />';
  const createFixture = (link: string, qText = "## Use\n\n## Use") =>
    `${docsFixture}//- a.mdx\n${link}\n//- b.mdx\n${imports}\n//- snippets/n.mdx\n## Inst$0all\n//- snippets/q.mdx\n${qText}`;

  it("is rejected if links point to a heading in another snippet or to one whose numbering changes", () => {
    for (const link of ["[x](/b#use)", "[x](b.mdx#use-2)"])
      refuses(createFixture(link), "Use", /leads to another anchor #use(-2)? on b\.mdx.*Use different text\.$/);
    refuses(createFixture("[x](/b#use)", '<div id="use">x</div>'), "Use", /another anchor #use on b\.mdx/);
  });

  it("is rejected only if a heading on the page or in any of its snippets has the anchor", () => {
    const createTwice = (link: string) =>
      `${docsFixture}//- a.mdx\n${link}\n//- b.mdx\n${imports}\n\n## Use\n//- snippets/n.mdx\n## Inst$0all\n//- snippets/q.mdx\n## Use`;
    refuses(createTwice("[x](/b#use-2)"), "Use 2", /another anchor #use-2 on b\.mdx/);
    renames(createTwice("[x](/b#use-3)"), "Use 3", "//- snippets/n.mdx\n## Use 3");
  });

  it("is rejected if links point to the top of the page", () =>
    refuses(createFixture("[x](/b#top)"), "Top", /another anchor #top on b\.mdx/));

  it("is rejected if one heading is on the page and the other in the snippet", () =>
    refuses(
      `${docsFixture}//- a.mdx\n[x](/b#use)\n//- b.mdx\n${imports}\n\n## Inst$0all\n//- snippets/n.mdx\n## Use\n//- snippets/q.mdx\nHi`,
      "Use",
      /The link \/b#use in a\.mdx leads to another anchor #use on b\.mdx/,
    ));

  it("is rejected if links point to an element in the same file", () => {
    const box = '\n\n<div id="box">x</div>';
    refuses(`${docsFixture}//- b.mdx\n[x](#box)\n\n## U$0se${box}`, "Box", /another anchor #box on b\.mdx/);
    refuses(
      `${docsFixture}//- b.mdx\n[x](#use)\n\n## Use\n\n<div id="bo$0x">x</div>`,
      "use",
      /another anchor #use on b\.mdx/,
    );
  });

  it("gets the next number if a heading in the file has the numbered anchor", () => {
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#u-i) [y](/b#use-2)\n//- b.mdx\n## U$0 I\n\n## Use\n\n## Use`,
      "Use 2",
      "//- a.mdx\n[x](/b#use-2) [y](/b#use-2-2)\n//- b.mdx\n## Use 2\n\n## Use\n\n## Use",
    );
    renames(
      `${docsFixture}//- a.mdx\n[x](/b#u-i)\n//- b.mdx\n## Use\n\n## Use\n\n## U$0 I`,
      "Use 2",
      "//- a.mdx\n[x](/b#use-2-2)\n//- b.mdx\n## Use\n\n## Use\n\n## Use 2",
    );
    renames(`${docsFixture}//- b.mdx\n## Use\n\n## U$0`, "Use 2", "//- b.mdx\n## Use\n\n## Use 2");
  });

  it("is allowed if no links point to it or if the only link is on another page", () => {
    const after = "//- snippets/n.mdx\n## Use";
    renames(createFixture("[x](/b#other)"), "Use", after);
    renames(createFixture('import Q from "/snippets/q.mdx";\n\n[x](#use)\n\n<Q />'), "Use", after);
    renames(createFixture("[x](/b#use)"), "Start", "//- snippets/n.mdx\n## Start");
    renames(createFixture("[x](/b#step-1)", "## Step 1"), "Step", "//- snippets/n.mdx\n## Step");
  });
});

describe("renaming a heading with the same text as headings in other included files", () => {
  const createFixture = (link: string, [pageText, nText, qText = "Hi"]: readonly string[], more = "") =>
    `//- docs.json\n{ "navigation": { "pages": ["a", "b"] }${more} }\n//- a.mdx\n${link}\n//- b.mdx\nimport N from "/snippets/n.mdx";\nimport Q from "/snippets/q.mdx";\n\n${pageText ?? ""}\n\n<N />\n\n<Q />\n//- snippets/n.mdx\n${nText ?? ""}\n//- snippets/q.mdx\n${qText}`;
  const ambiguityPattern = /can also lead to other headings.* Change the link first\.$/;

  it("is rejected if a link points to any of the headings", () => {
    for (const link of ["[x](/b#use)", "[x](/b#use-2)", "[x](b.mdx#use-3)"])
      for (const parts of [
        ["## U$0se", "## Use\n\n## Use"],
        ["## Use", "## U$0se\n\n## Use"],
        ["## Use", "## Use\n\n## U$0se"],
        ["Hi", "## Use\n\n## U$0se", "## Use"],
        ["Hi", "## Use\n\n## Use", "## U$0se"],
      ])
        refuses(createFixture(link, parts), "Start", ambiguityPattern);
  });

  it("is rejected if a redirect points to one of the headings", () =>
    refuses(
      createFixture("Hi", ["## Use", "## U$0se"], ', "redirects": [{ "source": "/o", "destination": "/b#use" }]'),
      "Start",
      ambiguityPattern,
    ));

  it("is rejected if an element in another file has the same ID", () => {
    const box = '<div id="use">x</div>';
    refuses(createFixture("[x](/b#use)", ["## U$0se", box]), "Start", ambiguityPattern);
    refuses(createFixture("[x](/b#use)", [box, "## U$0se"]), "Start", ambiguityPattern);
    refuses(createFixture("[x](/b#use)", ["## Use", '<div id="u$0se">x</div>']), "start", ambiguityPattern);
  });

  it("rejects text that would make a link point to one of the other headings", () => {
    for (const parts of [
      ["## Start", "## U$0se"],
      ["## U$0se", "## Start"],
      ["## Start", "## Start\n\n## U$0se"],
    ])
      refuses(
        createFixture("[x](/b#use)", parts),
        "Start",
        /^b\.mdx shows this heading and another one with the anchor #start, so the link \/b#use/,
      );
  });

  it("rejects text that changes the numbers of the other headings", () => {
    for (const parts of [
      ["## Start\n\n## Start", "## Start\n\n## U$0se"],
      ["## Start\n\n## Start", "## Use\n\n## U$0se", "## Start"],
    ])
      refuses(createFixture("[x](/b#start-3)", parts), "Start", /\/b#start-3 in a\.mdx leads to another anchor/);
  });

  it("is allowed if no link points to any of the headings or if the headings only look numbered", () => {
    renames(createFixture("[x](/b#other)", ["## Use", "## U$0se"]), "Start", "//- snippets/n.mdx\n## Start");
    renames(
      createFixture("[x](/b#step-1) [y](/b#step-2)", ["## Step 1", "## Step $02"]),
      "Last",
      "//- a.mdx\n[x](/b#step-1) [y](/b#last)\n//- snippets/n.mdx\n## Last",
    );
  });
});

describe("renaming a heading in a snippet that a page shows twice", () => {
  const createFixture = (link: string, headings: string) =>
    `${docsFixture}//- a.mdx\n${link}\n//- b.mdx\nimport N from "/snippets/n.mdx";\n\n<N />\n\n<N />\n//- snippets/n.mdx\n${headings}`;

  it("updates links to the first copy", () => {
    renames(
      createFixture("[x](/b#use)", "## U$0se"),
      "Start",
      "//- a.mdx\n[x](/b#start)\n//- snippets/n.mdx\n## Start",
    );
    renames(
      createFixture("[x](/b#use-2)", "## Use\n\n## U$0se"),
      "Start",
      "//- a.mdx\n[x](/b#start)\n//- snippets/n.mdx\n## Use\n\n## Start",
    );
  });

  it("is rejected if a link points to the second copy", () => {
    const ambiguityPattern = /can also lead to other headings.* Change the link first\.$/;
    refuses(createFixture("[x](/b#use-2)", "## U$0se"), "Start", ambiguityPattern);
    refuses(createFixture("[x](/b#use-4)", "## Use\n\n## U$0se"), "Start", ambiguityPattern);
    refuses(createFixture("[x](/b#use-3)", "## U$0se\n\n## Use"), "Start", ambiguityPattern);
  });
});
