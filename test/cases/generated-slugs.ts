import { list, only, op, titled, type GeneratedCase } from "./generated-case.ts";

const slugged = (name: string, summary: string, slug: string, title = summary): GeneratedCase => ({
  name,
  specs: only({ "/x": { get: titled(summary) } }),
  both: [`API Reference: ${slug} (${title})`],
});
const ofPath = (name: string, path: string, slug: string, title: string): GeneratedCase => ({
  name,
  specs: only({ [path]: { get: op() } }),
  both: [`API Reference: ${slug} (${title})`],
});

/** URLs and titles that are derived from summaries, tags, and paths. */
export const generatedSlugs: readonly GeneratedCase[] = [
  { name: "a tag", specs: only({ "/x": { get: list } }), both: ["T: api-reference/t/list (List)"] },
  slugged("no tag", "List users", "api-reference/list-users"),
  {
    name: "several tags, of which the first applies",
    specs: only({ "/x": { get: titled("List", "B", "A") } }),
    both: ["B: api-reference/b/list (List)"],
  },
  {
    name: "a tag with two words",
    specs: only({ "/x": { get: titled("List", "My Tag") } }),
    both: ["My Tag: api-reference/my-tag/list (List)"],
  },
  {
    name: "a slash in a tag",
    specs: only({ "/x": { get: titled("List", "a/b") } }),
    both: ["a/b: api-reference/ab/list (List)"],
  },
  {
    name: "a tag of dots, which adds nothing to the URL",
    specs: only({ "/x": { get: titled("List", "...") } }),
    both: ["...: api-reference/list (List)"],
  },
  {
    name: "an empty tag, which is ignored",
    specs: only({ "/x": { get: titled("List", "") } }),
    both: ["API Reference: api-reference/list (List)"],
  },
  ofPath("no summary, so the method and path are used", "/users", "api-reference/get-users", "Get users"),
  ofPath("a parameter in the middle of a path", "/a/{id}/b", "api-reference/get-a-b", "Get a b"),
  ofPath("a parameter at the end", "/users/{id}", "api-reference/get-users", "Get users"),
  ofPath("a dot and capitals in a path", "/V1.0/userList", "api-reference/get-v10userlist", "Get v10userlist"),
  ofPath("a slash at the end of a path", "/users/", "api-reference/get-users", "Get users"),
  {
    name: "an empty summary, which is ignored",
    specs: only({ "/x": { post: titled("") } }),
    both: ["API Reference: api-reference/post-x (Post x)"],
  },
  {
    name: "an operationId and a description, which aren't used in URLs",
    specs: only({ "/x": { get: op({ operationId: "listThings", description: "All of them" }) } }),
    both: ["API Reference: api-reference/get-x (Get x)"],
  },
  slugged("braces", "Get {id} now", "api-reference/get--now"),
  slugged("braces at the end", "Get {id}", "api-reference/get-"),
  slugged("brackets, dots, commas, and quotes", "v1.2, (beta) it's", "api-reference/v12-beta-its"),
  slugged("a slash", "Read/write", "api-reference/readwrite"),
  slugged("a line break", "a\nb", "api-reference/ab", "a\nb"),
  slugged("two spaces", "List  users", "api-reference/list-users"),
  slugged("three spaces", "List   users", "api-reference/list--users"),
  slugged("a space at either end", " List ", "api-reference/list"),
  slugged("a dash between spaces", "A - b", "api-reference/a--b"),
  slugged("non-Latin alphabets", "Über größe 日本語", "api-reference/über-größe-日本語"),
  slugged("punctuation that is preserved", 'Say "hi" & go: a_b!', 'api-reference/say-"hi"-&-go:-a_b!'),
  slugged("capital letters", "GET Users", "api-reference/get-users"),
  {
    name: "two operations with the same name in a group",
    specs: only({ "/x": { get: list }, "/y": { get: list } }),
    both: ["T: api-reference/t/list (List)", "T: api-reference/t/list-1 (List)"],
  },
  {
    name: "three operations with the same name if another name contains the second number",
    specs: only({ "/x": { get: titled("A") }, "/y": { get: titled("A 1") }, "/z": { get: titled("A") } }),
    both: [
      "API Reference: api-reference/a (A)",
      "API Reference: api-reference/a-1 (A 1)",
      "API Reference: api-reference/a-2 (A)",
    ],
  },
  {
    name: "three operations with the same name",
    specs: only({ "/x": { get: list }, "/y": { get: list }, "/z": { get: list } }),
    both: ["T: api-reference/t/list (List)", "T: api-reference/t/list-1 (List)", "T: api-reference/t/list-2 (List)"],
  },
  {
    name: "names that produce the same URL",
    specs: only({ "/x": { get: titled("A (b)") }, "/y": { get: titled("a b") } }),
    both: ["API Reference: api-reference/a-b (A (b))", "API Reference: api-reference/a-b-1 (a b)"],
  },
  {
    name: "the same name under two tags, which produces two URLs",
    specs: only({ "/x": { get: titled("A", "S") }, "/y": { get: titled("A", "T") } }),
    both: ["S: api-reference/s/a (A)", "T: api-reference/t/a (A)"],
  },
  {
    name: "a hidden page, which doesn't affect the URLs of others",
    specs: only({ "/x": { get: { ...list, "x-hidden": true } }, "/y": { get: list } }),
    both: ["-: api-reference/t/list (List)", "T: api-reference/t/list (List)"],
  },
  {
    name: "a hidden page after one with the same name",
    specs: only({ "/x": { get: list }, "/y": { get: { ...list, "x-hidden": true } } }),
    both: ["T: api-reference/t/list (List)", "-: api-reference/t/list-1 (List)"],
  },
  {
    name: "methods in the service's order and paths in file order",
    specs: only({
      "/z": {
        patch: titled("Z patch"),
        delete: titled("Z delete"),
        post: titled("Z post"),
        get: titled("Z get"),
      },
      "/a": { put: titled("A put") },
    }),
    both: ["z-get (Z get)", "z-post (Z post)", "z-delete (Z delete)", "z-patch (Z patch)", "a-put (A put)"].map(
      (page) => `API Reference: api-reference/${page}`,
    ),
  },
];
