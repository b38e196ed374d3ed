import assert from "node:assert/strict";
import { createUtilityStyles } from "./utility-classes.ts";

async function createStyles(...names: readonly string[]): Promise<string> {
  const styles = createUtilityStyles();
  await styles.add(new Set(names));
  return styles.getStyles(new Set(names));
}

describe("utility classes", () => {
  it("generate rules that apply only to the page", async () => {
    const css = await createStyles("mt-4", "hover:underline", "md:grid-cols-2", "no-such-class");
    assert.match(css, /\.dw-page \.mt-4\{margin-top:1rem;\}/);
    assert.match(css, /@media \(min-width: 768px\)\{\s*\.dw-page \.md\\:grid-cols-2/);
    const rules = css
      .replace(/@media[^{]*\{/g, "")
      .split("}")
      .map((rule) => rule.trim());
    for (const rule of rules.filter((rule) => rule !== ""))
      for (const selector of (rule.split("{")[0] ?? "").split(","))
        assert.match(selector.trim(), /^\.dw-page[ [:]/, rule);
  });

  it("follow the page's light or dark mode", async () => {
    assert.match(
      await createStyles("dark:hidden"),
      /\.dw-page\[data-appearance="dark"\] \.dark\\:hidden\{display:none;\}/,
    );
  });

  it("produce no rules before the classes are known or for a page without classes", async () => {
    const styles = createUtilityStyles();
    assert.equal(styles.getStyles(new Set(["mt-4"])), "");
    assert.ok(!styles.has(new Set(["mt-4"])));
    await styles.add(new Set(["mt-4"]));
    assert.ok(styles.has(new Set(["mt-4"])));
    assert.equal(styles.getStyles(new Set()), "");
  });

  it("mask elements with the site's own files or with gradients", async () => {
    const site = '"docwright-site:/images/a.svg"';
    for (const [name, expected] of [
      ["[mask-image:url(/images/a.svg)]", `{mask-image:url(${site})}`],
      ["[-webkit-mask-image:url('/images/a.svg')]", `{-webkit-mask-image:url(${site})}`],
      ["[mask:url(/images/a.svg)_no-repeat_center]", `{mask:url(${site}) no-repeat center}`],
      ["[mask-image:linear-gradient(black,transparent)]", "{mask-image:linear-gradient(black,transparent)}"],
    ] as const) {
      const css = await createStyles(name);
      assert.ok(css.endsWith(expected), css);
    }
  });

  it("hide the background of an element whose mask isn't applied", async () => {
    for (const name of [
      "[mask-image:url(https://evil.test/a.svg)]",
      "dark:[-webkit-mask-image:url(//evil.test/a.svg)]",
      "[mask:url(/a.svg),url(https://evil.test/a.svg)]",
      "[mask-image:image-set('https://evil.test/a.svg')]",
      "[mask-image:url(../../a.svg)]",
    ]) {
      const css = await createStyles(name, "bg-red-500");
      const [rule = ""] = /^\.dw-page[^\n]*mask[^\n]*$/m.exec(css) ?? [];
      assert.equal(rule.slice(rule.indexOf("{")), "{background:none!important}", css);
    }
    assert.doesNotMatch(await createStyles("[mask-image:url(/a);}body{display:none]"), /body/);
  });

  it("don't load resources and ignore malicious class names", async () => {
    const css = await createStyles(
      "bg-[url(https://evil.test/a)]",
      "[background:url(//evil.test)]",
      "bg-[URL(//evil.test)]",
      "bg-[image-set('https://evil.test')]",
      "[&~*]:hidden",
      "content-['}body{display:none}']",
      "[@import_'//evil.test']:x",
      "before:content-[url(//evil.test)]",
      "list-[url(//evil.test)]",
      "cursor-[url(//evil.test),auto]",
      "bg-[\\75rl(//evil.test)]",
    );
    assert.ok(!/evil|body|\\75/i.test(css), css);
  });
});
