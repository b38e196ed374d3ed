import assert from "node:assert/strict";
import { assertQuick } from "../../../../test/harness/assert-quick.ts";
import { parseFixture } from "../../../../test/harness/fixture.ts";
import { siteOf } from "../../../../test/harness/site-of.ts";
import type { PreviousFiles } from "../../core/site/files/previous-files.ts";
import { createMessage } from "../../core/text/message.ts";
import { resolveFeedbackPath } from "./resolve-path.ts";

const { files } = parseFixture(`
//- docs.json
{
  "$schema": "https://mintlify.com/docs.json",
  "redirects": [
    { "source": "/old", "destination": "/guides/start" },
    { "source": "/older", "destination": "/old#new" },
    { "source": "/beta/:slug*", "destination": "/guides/:slug*" },
    { "source": "/caf%C3%A9", "destination": "/guides/start?from=cafe" },
    { "source": "/abroad", "destination": "https://other.example/guides/start" },
    { "source": "/home", "destination": "https://docs.example.com/help/guides/start" },
    { "source": "/round", "destination": "/about-turn" },
    { "source": "/about-turn", "destination": "/round" },
    { "source": "/lost", "destination": "/guides/moved" }
  ],
  "navigation": {
    "tabs": [
      { "tab": "Guides", "groups": [{ "group": "Basics", "pages": ["guides/start", "guides/deep/index"] }] },
      { "tab": "API", "groups": [
        { "group": "Listed", "openapi": "api.json", "pages": ["GET /users"] },
        { "group": "All", "openapi": { "source": "more.json", "directory": "more" } },
        { "group": "Talk", "asyncapi": "chat.json" }
      ] }
    ]
  }
}
//- .docwright.json
{ "siteUrl": "https://docs.example.com/help" }
//- api.json
{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },
  "paths": { "/users": { "get": { "summary": "List users", "tags": ["Users"], "responses": {} } } } }
//- more.json
{ "openapi": "3.1.0", "info": { "title": "B", "version": "1" }, "paths": {},
  "webhooks": { "order.paid": { "post": { "summary": "Order paid", "responses": {} } } } }
//- chat.json
{ "asyncapi": "3.0.0", "info": { "title": "C", "version": "1" }, "channels": { "chat": { "address": "/chat" } } }
//- guides/start.mdx
---
description: First steps
title: "Start here"
---
//- guides/deep/index.mdx
# Deep
//- guides/100%.mdx
//- Guides/Sp\u00e9cial name.mdx
//- docs/inner.mdx
//- snippets/note.mdx
//- logo.png
`);
const site = siteOf(files);

const formerPreviousFiles: PreviousFiles = {
  currentPaths: new Map([
    ["guides/moved.mdx", "guides/start.mdx"],
    ["guides/start.mdx", "guides/deep/index.mdx"],
    ["intro/index.md", "guides/deep/index.mdx"],
    ["gone.mdx", undefined],
    ["shared.mdx", "snippets/note.mdx"],
    ["vanished.mdx", "nowhere.mdx"],
  ]),
};

/**
 * Returns the resolved file and how it was found, such as `guides/start.mdx address`, or the reason why the path can't
 * be resolved.
 */
const joinPath = (path: string, history: PreviousFiles = { currentPaths: new Map() }): string => {
  const join = resolveFeedbackPath(site, path, history);
  return join.kind === "unknown" ? join.reason : `${join.file} ${join.by}`;
};
const start = "guides/start.mdx address";

describe("resolveFeedbackPath: URLs", () => {
  for (const path of [
    "/guides/start",
    "guides/start",
    "/guides/start/",
    "/guides//start",
    "/guides/start?tab=2#install",
    "https://docs.example.com/help/guides/start?x#y",
    "http://localhost:3000/guides/start",
    "//preview.example.dev/help/guides/start",
    "docs.example.com/guides/start",
    "/help/guides/start",
    "/docs/guides/start",
    "/guides/start.md",
    "/guides/start.mdx",
    "/guides/start/index",
    "/guides/./x/../start",
    "/guides/%73tart",
    "/GUIDES/Start",
    " /guides/start\n",
  ])
    it(`finds the page of ${JSON.stringify(path)}`, () => assert.equal(joinPath(path), start));

  it("returns the page's title, location, URL, and parent navigation entries", () => {
    assert.deepEqual(resolveFeedbackPath(site, "/guides/start"), {
      kind: "page",
      file: "guides/start.mdx",
      range: { start: 29, end: 48 },
      title: "Start here",
      url: "/guides/start",
      by: "address",
      groups: ["Guides", "Basics"],
    });
  });

  it("finds the index page of a folder", () => {
    assert.equal(joinPath("/guides/deep"), "guides/deep/index.mdx address");
    assert.equal(joinPath("/guides/deep/index"), "guides/deep/index.mdx address");
  });

  it("decodes percent-encoding once", () => {
    assert.equal(joinPath("/guides/100%25"), "guides/100%.mdx address");
    assert.equal(joinPath("/guides/100%"), "guides/100%.mdx address");
    assert.equal(joinPath("/guides/100%2525"), "No page on this site has ever had this URL.");
  });

  it("matches accented letters in any normalization form", () => {
    assert.equal(joinPath("/Guides/Spe%CC%81cial%20name"), "Guides/Sp\u00e9cial name.mdx address");
  });

  it("distinguishes a page in docs/ from a page outside it", () => {
    assert.equal(joinPath("/docs/inner"), "docs/inner.mdx address");
  });

  it("returns the first page in the navigation for the site itself and for a folder without a page", () => {
    assert.equal(joinPath("/"), "guides/start.mdx redirect");
    assert.equal(joinPath(""), "guides/start.mdx redirect");
    assert.equal(joinPath("https://docs.example.com/help"), "guides/start.mdx redirect");
    assert.equal(joinPath("/guides"), "guides/start.mdx redirect");
  });
});

describe("resolveFeedbackPath: generated pages", () => {
  const resolveMade = (path: string) => {
    const join = resolveFeedbackPath(site, path);
    return join.kind === "operation" ? [join.file, join.operation, join.url, ...join.groups] : join;
  };

  it("finds operations, webhooks, and channels", () => {
    assert.deepEqual(resolveMade("/api-reference/users/list-users"), [
      "api.json",
      "GET /users",
      "/api-reference/users/list-users",
      "API",
      "Listed",
    ]);
    assert.deepEqual(resolveMade("more/order-paid"), [
      "more.json",
      "WEBHOOK order.paid",
      "/more/order-paid",
      "API",
      "All",
      "API Reference",
    ]);
    assert.deepEqual(resolveMade("/api-reference/websockets/chat/"), [
      "chat.json",
      "CHANNEL chat",
      "/api-reference/websockets/chat",
      "API",
      "Talk",
      "Websockets",
    ]);
  });
});

describe("resolveFeedbackPath: redirects and renames", () => {
  it("follows redirects, chains, and patterns, even if a query or fragment follows the path", () => {
    for (const path of ["/old", "/older/?a=b", "/beta/start", "/caf\u00e9", "/caf%C3%A9", "/home"])
      assert.equal(joinPath(path), "guides/start.mdx redirect", path);
  });

  it("stops at loops and other sites", () => {
    assert.equal(joinPath("/round"), "The redirects from this URL form a loop.");
    assert.equal(joinPath("/abroad"), "This URL redirects to another site.");
    assert.equal(joinPath("/lost"), "This URL redirects to a URL that has no page.");
  });

  it("follows renames if no current page has the URL", () => {
    assert.equal(joinPath("/guides/moved", formerPreviousFiles), "guides/start.mdx rename");
    assert.equal(joinPath("/guides/start", formerPreviousFiles), start);
    assert.equal(joinPath("/intro", formerPreviousFiles), "guides/deep/index.mdx rename");
    assert.equal(joinPath("/intro/index.md", formerPreviousFiles), "guides/deep/index.mdx rename");
    assert.equal(joinPath("/lost", formerPreviousFiles), "guides/start.mdx rename");
  });

  it("doesn't claim that no page ever had the URL if the history wasn't searched", () => {
    assert.deepEqual(resolveFeedbackPath(site, "/never"), {
      kind: "unknown",
      reason: "No page on this site has this URL. Git history wasn't searched for renamed files.",
      localizedReasons: [
        { text: "No page on this site has this URL." },
        { text: "Git history wasn't searched for renamed files." },
      ],
    });
  });

  it("explains why a page no longer exists", () => {
    assert.equal(joinPath("/gone", formerPreviousFiles), "The page that used to be at this URL has been deleted.");
    assert.equal(
      joinPath("/shared", formerPreviousFiles),
      "The file that used to be at this URL is now snippets/note.mdx, which isn't a separate page.",
    );
    assert.equal(joinPath("/vanished", formerPreviousFiles), "No page on this site has ever had this URL.");
    assert.equal(
      joinPath("/never", {
        currentPaths: new Map(),
        incompleteReason: createMessage("Couldn't find renamed files in the Git history. {0}", "No git."),
      }),
      "No page on this site has this URL. Couldn't find renamed files in the Git history. No git.",
    );
  });
});

describe("resolveFeedbackPath: paths that aren't pages", () => {
  const no = "This isn't the URL or path of a web page.";
  const out = "The path is outside the site.";
  for (const [path, reason] of [
    ["../../etc/passwd", out],
    ["/../../etc/passwd", out],
    ["/guides/../../secret", out],
    ["..%2f..%2fsecret", out],
    ["%2e%2e/secret", out],
    ["..\\..\\secret", out],
    ["/%2Fevil.example/x", out],
    ["/etc/passwd", "No page on this site has ever had this URL."],
    ["file:///etc/passwd", no],
    ["C:\\Windows\\win.ini", no],
    ["javascript:alert(1)", no],
    ["command:workbench.action.quit", no],
    ["mailto:a@example.com", no],
    ["\\\\server\\share\\guides", "No page on this site has ever had this URL."],
    ["/a\0b", "The path isn't a valid page path."],
    ["/%00", "The path isn't a valid page path."],
    ["/\ud800", "The path isn't a valid page path."],
    [`/${"a".repeat(5000)}`, "The page path is too long."],
    ["/__proto__", "No page on this site has ever had this URL."],
    ["constructor", "No page on this site has ever had this URL."],
    ["/llms.txt", "The service reserves this URL, so pages can't use it."],
    ["/logo.png", "This is the URL of a file, not of a page."],
    ["/snippets/note", "No page on this site has ever had this URL."],
    ["/{{version}}", "No page on this site has ever had this URL."],
  ] as const)
    it(`explains ${JSON.stringify(path.slice(0, 40))}: ${reason}`, () => assert.equal(joinPath(path), reason));
});

it("resolveFeedbackPath resolves 10,000 paths on the same site quickly", () => {
  joinPath("/guides/start");
  const paths = Array.from(
    { length: 10_000 },
    (_, at) => [`/guides/x${at}`, `/old?${at}`, `/v${at}/start`][at % 3] ?? "",
  );
  assertQuick(5000, () => {
    for (const path of paths) joinPath(path, formerPreviousFiles);
  });
  assert.equal(joinPath("/guides/x3", formerPreviousFiles), "No page on this site has ever had this URL.");
});
