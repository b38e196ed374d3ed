/** Creates an entry that is valid except for these fields. */
export function entryWith(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    id: "odd",
    path: "/quickstart",
    comment: "An entry that is a little odd",
    createdAt: "2026-06-01T12:00:00.000Z",
    source: "agent",
    status: "pending",
    ...fields,
  };
}

const without = (name: string) =>
  Object.fromEntries(Object.entries(entryWith({ id: `without-${name}` })).filter(([key]) => key !== name));

export const oddEntries: readonly unknown[] = [
  null,
  "a text",
  7,
  [],
  {},
  without("id"),
  without("path"),
  without("source"),
  entryWith({ id: 7 }),
  entryWith({ id: "" }),
  entryWith({ id: "wrong-types", comment: 12, source: null, status: ["pending"], createdAt: {} }),
  entryWith({ id: "wrong-rating", source: "contextual", helpful: "yes", contact: 5 }),
  entryWith({ id: "wrong-code", source: "code_snippet", code: null, filename: 3, lang: {} }),
  entryWith({ id: "__proto__" }),
  entryWith({ id: "lone-surrogate", comment: "\ud83d" }),
];

export const oddTimes: readonly unknown[] = [
  "",
  "yesterday",
  "2026-02-30T10:00:00Z",
  "2026-03-29T02:30:00+14:00",
  "+275760-09-13T00:00:00.001Z",
  "1766000000",
  1_766_000_000,
  1_766_000_000_000,
  -1,
  null,
  true,
].map((createdAt, i) => entryWith({ id: `odd-time-${i}`, createdAt }));

export const oddPaths: readonly unknown[] = [
  "../../x",
  "/../../../etc/passwd",
  "%2e%2e/%2e%2e/x",
  "C:\\Windows\\win.ini",
  "//elsewhere.example/x",
  "https://elsewhere.example/quickstart",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "command:workbench.action.quit",
  "",
  "/",
  "/quick\u0000start",
  `/${"a/".repeat(4000)}`,
  "https://",
].map((path, i) => entryWith({ id: `odd-path-${i}`, path }));

/** Returns a megabyte of text that contains everything that a UI might interpret as more than plain text. */
export function longComment(): unknown {
  const head =
    "\u202etxet siht fo dne eht ta\u202c [open](command:workbench.action.quit) <img src=x onerror=alert(1)> " +
    "<script>alert(1)</script> $(zap) \u001b[31mred\u001b[0m \u0000 \u200b **bold** ![p](https://elsewhere.example/p.png)\n";
  return entryWith({ id: "long-comment", comment: head + "A very long comment. ".repeat(52_000) });
}
