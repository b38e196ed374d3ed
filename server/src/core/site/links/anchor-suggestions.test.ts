import assert from "node:assert/strict";
import { getShownProblems, siteFrom } from "../../../../../test/harness/shown-problems.ts";

/** Returns the suggestion for a link on the page `index`, or `none`. The headings are on the page `guide`. */
function suggest(link: string, headings: readonly string[], otherPages = ""): string {
  const site = siteFrom(`//- docs.json
{ "navigation": { "pages": ["index", "guide", "other"] } }
//- index.mdx
${link}
//- guide.mdx
${headings.join("\n\n")}
${otherPages}`);
  return getShownProblems("link/anchor-not-found", site)
    .map(({ message }) => /(?:Did you mean |is on )`(.*?)`/.exec(message)?.[1] ?? "none")
    .join();
}

describe("anchor suggestions", () => {
  it("include the only heading with all words of the anchor", () => {
    const headings = ["## Validator active set", "## Secret and Public keys", "## WBERA emission timing modes"];
    assert.equal(suggest("[x](/guide#active-set)", headings), "#validator-active-set");
    assert.equal(suggest("[x](/guide#public-and-secret-api-keys)", headings), "#secret-and-public-keys");
    assert.equal(suggest("[x](/guide#emission-modes)", headings), "#wbera-emission-timing-modes");
    assert.equal(
      suggest("[x](/guide#active-set)", [...headings, "## Removed from active set"]),
      "#validator-active-set",
    );
    assert.equal(suggest("[x](/guide#set-of-active-validators)", headings), "#validator-active-set");
    assert.equal(suggest("[x](/guide#s3)", ["## Amazon S3 / MinIO", "## MinIO"]), "#amazon-s3-/-minio");
    assert.equal(suggest("[x](/guide#trigger)", ["## What is the Privacy Trigger?"]), "#what-is-the-privacy-trigger");
  });

  it("don't include headings about other subjects that have the words", () => {
    assert.equal(suggest("[x](/guide#active-set)", ["## Validator active set", "## Build the active set"]), "none");
    assert.equal(suggest("[x](/guide#active-set)", ["## One two three four active set"]), "none");
    assert.equal(suggest("[x](/guide#active-set)", ["## Validators not in the active set"]), "none");
    assert.equal(suggest("[x](/guide#set-location)", ["## Location of a root set"]), "none");
    assert.equal(suggest("[x](/guide#overview)", ["## Overview of the REST service endpoints"]), "none");
    assert.equal(suggest("[x](/guide#examples-and-usage)", ["## Usage of a few great examples"]), "none");
    assert.equal(suggest("[x](/guide#testing)", ["## Test mode", "## Live mode"]), "none");
    assert.equal(suggest("[x](/guide#step-2-keys)", ["## Step 3 keys for all"]), "none");
  });

  it("prefer the same anchor on another page to a heading that only has its words", () => {
    const other = "//- other.mdx\n## Rotate staging key\n";
    assert.equal(suggest("[x](/guide#rotate-staging-key)", ["## Staging key: when to rotate"], other), "/other");
  });

  it("prefer a heading on the linked page with the words in the same order to the same anchor elsewhere", () => {
    const other = "//- other.mdx\n## Query identity mappings\n\n## Opting users out of tracking\n";
    const headings = ["## Querying the identity mapping table", "### Opt Out of Tracking"];
    assert.equal(
      suggest("[x](/guide#query-identity-mappings)", headings, other),
      "#querying-the-identity-mapping-table",
    );
    assert.equal(suggest("[x](/guide#opting-users-out-of-tracking)", headings, other), "#opt-out-of-tracking");
    // A heading with more words is about something else.
    assert.equal(
      suggest("[x](/guide#query-identity-mappings)", ["## Query legacy identity mappings"], other),
      "/other",
    );
  });

  it("prefer the same anchor elsewhere for links without a path", () => {
    const site = siteFrom(`//- docs.json
{ "navigation": { "pages": ["index", "other"] } }
//- index.mdx
[x](#using-built-in-tools)\n\n## Using the built-in hangup tool
//- other.mdx
## Using built-in tools
`);
    assert.match(getShownProblems("link/anchor-not-found", site)[0]?.message ?? "", / is on `\/other`/);
  });

  it("include headings that leave out a word in the path of their page", () => {
    assert.equal(suggest("[x](/guide#the-guide-access-keys)", ["## Access keys", "## B"]), "#access-keys");
    assert.equal(suggest("[x](/guide#the-agent-access-keys)", ["## Access keys", "## B"]), "none");
  });

  it("include headings that differ in accents, and long ones that end with the anchor", () => {
    const headings = [
      "## ¿Cómo añadir miembros a mi grupo?",
      "#### Añadir miembros",
      "## Dependencia en la Red de Seguridad Externa Alta",
    ];
    assert.equal(suggest("[x](/guide#como-anadir-miembros-a-mi-grupo)", headings), "#¿cómo-añadir-miembros-a-mi-grupo");
    assert.equal(
      suggest("[x](/guide#red-de-seguridad-externa-alta)", headings),
      "#dependencia-en-la-red-de-seguridad-externa-alta",
    );
  });

  it("don't include headings about other actions", () => {
    assert.equal(suggest("[x](/guide#acme-projects)", ["## Merge Acme projects"]), "none");
    assert.equal(suggest("[x](/guide#acme-projects)", ["## Create Acme projects"]), "#create-acme-projects");
    assert.equal(suggest("[x](/guide#merging-projects)", ["## Merge Acme projects"]), "#merge-acme-projects");
  });

  it("include long headings in which one word was changed or removed", () => {
    const headings = ["## Share images across workspaces and accounts", "## How does it handle cluster upgrades?"];
    assert.equal(
      suggest("[x](/guide#share-templates-across-workspaces-and-accounts)", headings),
      "#share-images-across-workspaces-and-accounts",
    );
    assert.equal(
      suggest("[x](/guide#how-does-it-handle-cluster-version-upgrades)", headings),
      "#how-does-it-handle-cluster-upgrades",
    );
    assert.equal(suggest("[x](/guide#hide-images-across-workspaces-and-accounts)", headings), "none");
    assert.equal(suggest("[x](/guide#share-images-across-3-accounts)", ["## Share images across 2 accounts"]), "none");
  });

  it("include the heading on the same page whose text is that of the link", () => {
    const suggestHere = (links: string, headings: readonly string[]) => suggest("", [links, ...headings]);
    const headings = ["## Web", "## CLI", "## Overview"];
    assert.equal(suggestHere("[Web](#web-app)", headings), "#web");
    // Links to the same anchor are one problem.
    assert.equal(suggestHere("[x](#web-app) [Web](#web-app)", headings), "#web");
    assert.equal(suggestHere("[x](#web-app)", headings), "none");
    assert.equal(suggestHere("[Overview](#all-of-it)", headings), "none");
    assert.equal(suggestHere("[`a.b.c`](#old)", ["## a.b.c", "## a.b.d"]), "#a-b-c");
    assert.equal(suggestHere("[Web](#web-app)", ["## Web", "## Web"]), "none");
    // A small typo in the anchor is better evidence.
    assert.equal(suggestHere("[Web](#web-setpu)", ["## Web", "## Web setup"]), "#web-setup");
    // On another page, links to the anchor have different texts.
    assert.equal(suggest("[Web](/guide#web-app)", headings), "none");
  });

  it("include the second heading for a number that other services would have used, even in its own section", () => {
    const headings = ["# Product", "### product", "[product](#product-1)", "### Other", "[x](/guide#product-1)"];
    assert.equal(suggest("[x](/guide#product-1)", headings), "#product-2,#product-2");
  });

  it("include the heading that one of several anchors in a link names", () => {
    const headings = ["## Pedersen hash", "## Poseidon hash"];
    assert.equal(suggest("[x](/guide#hash-functions#pedersen_hash)", headings), "#pedersen-hash");
    assert.equal(suggest("[x](/guide#poseidon-hash#round)", headings), "#poseidon-hash");
    assert.equal(suggest("[x](/guide#hash-functions#sha)", headings), "none");
  });

  it("include the only update with the version in the anchor", () => {
    const createUpdate = (label: string) => `<Update label="${label}">Text</Update>`;
    const updates = ["Starknet v0.13.6 (July 8, '25)", "Starknet v0.11.0", "Starknet v1.11.0"].map(createUpdate);
    const versions = ["version0.11.0", "starknet_v0_13_6_8_jul_25", "v0.13.5"];
    const suggestions = versions.map((version) => suggest(`[x](/guide#${version})`, updates));
    const [first = "", second = "", third] = suggestions;
    assert.match(first, /v0-?\.?11-?\.?0/);
    assert.match(second, /v0-?\.?13-?\.?6/);
    assert.equal(third, "none");
    assert.equal(suggest("[x](/guide#v0.11.0)", [...updates, createUpdate("Juno v0.11.0")]), "none");
    assert.equal(suggest("[x](/guide#2-0-0-breaking-changes)", ["## 2.0.0 known issues"]), "none");
  });
});
