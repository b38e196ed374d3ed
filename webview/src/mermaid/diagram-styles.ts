/** What a `style` says, as far as it loads nothing: `{ fill: "red" }`. */
export function declarations(text: string): Record<string, string> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`a{${text}}`);
  const [rule] = sheet.cssRules;
  return rule instanceof CSSStyleRule ? Object.fromEntries(safePairs(rule.style)) : {};
}

/** Adds the rules of a picture's own, which all begin with its name. */
export function addRules(to: CSSStyleSheet, text: string, id: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSKeyframesRule && [...rule.cssRules].every(isHarmless))
      to.insertRule(rule.cssText, to.cssRules.length);
    if (!(rule instanceof CSSStyleRule)) continue;
    const selectors = rule.selectorText.split(",").filter((each) => each.trim().startsWith(`#${id}`));
    if (selectors.length === 0) continue;
    const body = safePairs(rule.style)
      .map(([name, value]) => `${name}:${value}`)
      .join(";");
    to.insertRule(`${selectors.join(",")}{${body}}`, to.cssRules.length);
  }
}

/** A step of an animation that sets nothing but what any rule may set. */
function isHarmless(rule: CSSRule): boolean {
  return rule instanceof CSSKeyframeRule && safePairs(rule.style).length === rule.style.length;
}

/** A variable is kept as it is written, so a backslash in it may hide any word. */
function safePairs(style: CSSStyleDeclaration): [string, string][] {
  return [...style].flatMap((name): [string, string][] => {
    const value = style.getPropertyValue(name);
    return /url\s*\((?!\s*['"]?#)|image-set|src\s*\(|expression|\\/i.test(value) ? [] : [[name, value]];
  });
}
