import type { ViewElement, ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { code, el, flag, p, type Props, withSlots } from "./view-of.ts";

const words = p("Some words.");
const image = el("#image", { kind: "img", src: "/a.png", alt: "A picture" });
const codes = [code("one", { title: "One", lang: "js" }), code("two", { title: "Two", lang: "py" })];
const icon = (node: ViewElement): ViewElement => withSlots(node, { icon: [flag] });
const steps = (props: Props, step: Props, more = (node: ViewElement): ViewElement => node): ViewElement =>
  el("Steps", props, more(el("Step", { title: "Do it", ...step }, words)));
const tabs = (props: Props, ...more: ViewElement[]): ViewElement =>
  el("Tabs", props, el("Tab", { title: "One" }, p("first")), el("Tab", { title: "Two" }, p("second")), ...more);
const tree = (tag: string, props: Props): ViewElement =>
  el("Tree", {}, el(tag, { name: "app", ...props }, el("Tree.File", { name: "a.ts" })));

/** Two elements for each prop: one without the prop or with its default, and one with another value. */
export const propCases: Readonly<Record<string, readonly [ViewNode, ViewNode]>> = {
  ...both("Accordion", {}, { title: "Title", description: "More", defaultOpen: true, id: "here" }, [words]),
  "Accordion icon": [el("Accordion", { title: "A" }), icon(el("Accordion", { title: "A" }))],
  "AccordionGroup className": [el("AccordionGroup", {}, words), el("AccordionGroup", { className: "mine" }, words)],
  ...both(
    "Card",
    { title: "A", href: "/a" },
    { title: "B", horizontal: true, img: "/a.png", cta: "Go", arrow: true, type: "tip", disabled: true },
    [words],
  ),
  "Card horizontal": [
    icon(el("Card", { title: "A" }, words)),
    icon(el("Card", { title: "A", horizontal: true }, words)),
  ],
  "Card href": [el("Card", { title: "A" }), el("Card", { title: "A", href: "https://example.com/a" })],
  "Card icon": [el("Card", { title: "A" }), icon(el("Card", { title: "A" }))],
  "Card color": [icon(el("Card", { title: "A" })), icon(el("Card", { title: "A", color: "#ff0000" }))],
  ...both("CardGroup", {}, { cols: 3 }, [words, words, words]),
  ...both("Columns", {}, { cols: 4 }, [words, words, words]),
  ...both("Tile", {}, { title: "A", description: "B" }, [image]),
  "Tile href": [el("Tile", { title: "A" }, image), el("Tile", { title: "A", href: "/a" }, image)],
  "Tabs defaultTabIndex": [tabs({}), tabs({ defaultTabIndex: 1 })],
  "Tabs borderBottom": [tabs({}), tabs({ borderBottom: true })],
  "Tab title": [tabs({}), tabs({}, el("Tab", { title: "Three" }))],
  "Tab id": [tabs({}, el("Tab", { title: "Three" })), tabs({}, el("Tab", { title: "Three", id: "three" }))],
  "Tab icon": [tabs({}, el("Tab", { title: "Three" })), tabs({}, icon(el("Tab", { title: "Three" })))],
  "Steps titleSize": [steps({}, {}), steps({ titleSize: "h2" }, {})],
  "Step title": [steps({}, {}), steps({}, { title: "Do that" })],
  "Step stepNumber": [steps({}, {}), steps({}, { stepNumber: 7 })],
  "Step titleSize": [steps({}, {}), steps({}, { titleSize: "h3" })],
  "Step id": [steps({}, {}), steps({}, { id: "do" })],
  "Step noAnchor": [steps({}, { id: "do" }), steps({}, { id: "do", noAnchor: true })],
  "Step icon": [steps({}, {}), steps({}, {}, icon)],
  ...both("Expandable", {}, { title: "fields", defaultOpen: true }, [words]),
  ...both("Frame", {}, { caption: "Below", hint: "Above" }, [image]),
  "View title": [
    el("div", {}, el("View", { title: "A" }, p("a")), el("View", { title: "B" }, p("b"))),
    el("div", {}, el("View", { title: "C" }, p("a")), el("View", { title: "B" }, p("b"))),
  ],
  "View icon": [
    el("div", {}, el("View", { title: "A" }, p("a")), el("View", { title: "B" }, p("b"))),
    el("div", {}, icon(el("View", { title: "A" }, p("a"))), el("View", { title: "B" }, p("b"))),
  ],
  "Visibility for": [el("Visibility", { for: "humans" }, words), el("Visibility", { for: "agents" }, words)],
  "Variation is": [el("Variation", {}, words), el("Variation", { is: ["other"] }, words)],
  ...both("Update", {}, { label: "May", tags: ["New"], description: "v1", rss: { title: "Feed" } }, [words]),
  "Update id": [el("Update", { label: "May" }, words), el("Update", { label: "May", id: "may" }, words)],
  ...Object.fromEntries(
    ["Note", "Warning", "Info", "Tip", "Check", "Danger"].map((tag) => [
      `${tag} icon`,
      [el(tag, {}, words), icon(el(tag, {}, words))] as const,
    ]),
  ),
  ...both("Callout", {}, { color: "#ff0000", title: "A", variant: "danger", ariaLabel: "Read this" }, [words]),
  "Callout color": [icon(el("Callout", {}, words)), icon(el("Callout", { color: "#ff0000" }, words))],
  "Callout icon": [el("Callout", {}, words), icon(el("Callout", {}, words))],
  ...fieldCases("ParamField"),
  ...fieldCases("Param"),
  ...both(
    "ResponseField",
    {},
    {
      name: "b",
      type: "string",
      required: true,
      deprecated: true,
      default: "x",
      pre: ["beta"],
      post: ["new"],
    },
    [words],
  ),
  "RequestExample dropdown": [el("RequestExample", {}, ...codes), el("RequestExample", { dropdown: true }, ...codes)],
  "ResponseExample dropdown": [
    el("ResponseExample", {}, ...codes),
    el("ResponseExample", { dropdown: true }, ...codes),
  ],
  "CodeGroup dropdown": [el("CodeGroup", {}, ...codes), el("CodeGroup", { dropdown: true }, ...codes)],
  ...both(
    "CodeBlock",
    {},
    {
      filename: "a.ts",
      lines: true,
      wrap: true,
      expandable: true,
      nocopy: true,
      highlight: "[1]",
      focus: "[1]",
      language: "ts",
    },
    [Array.from({ length: 30 }, () => "long ".repeat(60)).join("\n")],
  ),
  "CodeBlock icon": [el("CodeBlock", { filename: "a" }, "a"), icon(el("CodeBlock", { filename: "a" }, "a"))],
  "Mermaid placement": [
    el("Mermaid", {}, "graph TD; A-->B"),
    el("Mermaid", { placement: "top-left" }, "graph TD; A-->B"),
  ],
  "Mermaid actions": [el("Mermaid", {}, "graph TD; A-->B"), el("Mermaid", { actions: false }, "graph TD; A-->B")],
  "Prompt description": [el("Prompt", { description: "A" }, "a"), el("Prompt", { description: "B" }, "a")],
  "Prompt actions": [
    el("Prompt", { description: "A" }, "a"),
    el("Prompt", { description: "A", actions: ["cursor"] }, "a"),
  ],
  "Prompt icon": [el("Prompt", { description: "A" }, "a"), icon(el("Prompt", { description: "A" }, "a"))],
  ...both(
    "Badge",
    {},
    {
      color: "red",
      size: "lg",
      shape: "pill",
      variant: "outline",
      stroke: true,
      disabled: true,
      href: "/a",
      className: "mine",
    },
    ["new"],
  ),
  "Badge icon": [el("Badge", {}, "a"), icon(el("Badge", {}, "a"))],
  "Badge leadIcon": [el("Badge", {}, "a"), withSlots(el("Badge", {}, "a"), { leadIcon: [flag] })],
  "Badge tailIcon": [icon(el("Badge", {}, "a")), withSlots(el("Badge", {}, "a"), { icon: [flag], tailIcon: [flag] })],
  "Icon icon": [el("Icon", {}), icon(el("Icon", {}))],
  "Icon src": [el("Icon", {}), el("Icon", { src: "/a.svg" })],
  "Icon color": [icon(el("Icon", {})), icon(el("Icon", { color: "#ff0000" }))],
  "Icon size": [icon(el("Icon", {})), icon(el("Icon", { size: 48 }))],
  "Icon className": [icon(el("Icon", {})), icon(el("Icon", { className: "mine" }))],
  "Tooltip tip": [el("Tooltip", {}, "API"), el("Tooltip", { tip: "A" }, "API")],
  "Tooltip headline": [el("Tooltip", { tip: "A" }, "API"), el("Tooltip", { tip: "A", headline: "B" }, "API")],
  "Tooltip cta": [
    el("Tooltip", { tip: "A", href: "/a" }, "API"),
    el("Tooltip", { tip: "A", href: "/a", cta: "B" }, "API"),
  ],
  "Tooltip href": [
    el("Tooltip", { tip: "A", cta: "B" }, "API"),
    el("Tooltip", { tip: "A", cta: "B", href: "/b" }, "API"),
  ],
  "Heading level": [el("Heading", { level: 2 }, "A"), el("Heading", { level: 4 }, "A")],
  "Heading id": [el("Heading", { level: 2 }, "A"), el("Heading", { level: 2, id: "a" }, "A")],
  "Color variant": [
    el("Color", { variant: "compact" }, el("Color.Item", { name: "a", value: "#ff0000" })),
    el("Color", { variant: "table" }, el("Color.Item", { name: "a", value: "#ff0000" })),
  ],
  ...both("Color.Row", {}, { title: "A" }, []),
  "Color.Item name": [el("Color.Item", { value: "#ff0000" }), el("Color.Item", { value: "#ff0000", name: "red" })],
  "Color.Item value": [el("Color.Item", { value: "#ff0000" }), el("Color.Item", { value: "#00ff00" })],
  ...Object.fromEntries(
    ["GitHub", "GitHub.Repo", "Github", "Github.Repo"].flatMap((tag) => [
      [`${tag} repo`, [el(tag, {}), el(tag, { repo: "a/b" })] as const],
      [`${tag} variant`, [el(tag, { repo: "a/b" }), el(tag, { repo: "a/b", variant: "flat" })] as const],
      [`${tag} className`, [el(tag, { repo: "a/b" }), el(tag, { repo: "a/b", className: "mine" })] as const],
    ]),
  ),
  "Tree.Folder name": [tree("Tree.Folder", {}), tree("Tree.Folder", { name: "lib" })],
  "Tree.Folder defaultOpen": [tree("Tree.Folder", {}), tree("Tree.Folder", { defaultOpen: true })],
  "Tree.Folder openable": [tree("Tree.Folder", {}), tree("Tree.Folder", { openable: false })],
  "Tree.Folder highlight": [tree("Tree.Folder", {}), tree("Tree.Folder", { highlight: true })],
  "Tree.File name": [tree("Tree.File", {}), tree("Tree.File", { name: "b.ts" })],
  "Tree.File highlight": [tree("Tree.File", {}), tree("Tree.File", { highlight: true })],
};

/** Props whose effect isn't directly visible, because they affect hovers, accessible names, links, or author styles. */
export const saidOnly: ReadonlySet<string> = new Set([
  "Accordion id",
  "AccordionGroup className",
  "Badge className",
  "Badge href",
  "Callout ariaLabel",
  "CodeBlock language",
  "GitHub className",
  "GitHub.Repo className",
  "Github className",
  "Github.Repo className",
  "Heading id",
  "Icon className",
  "Step id",
  "Step noAnchor",
  "Tab id",
  "Tile href",
  "Tooltip cta",
  "Tooltip headline",
  "Tooltip href",
  "Tooltip tip",
  "Update id",
  "ParamField id",
  "Param id",
]);

/**
 * Props that have no effect in these tests, because the renderer has already drawn the icon, another file is shown, or
 * a separate test covers them.
 */
export const elsewhere = /^Snippet file$|^Tabs sync$| (?:iconType|iconLibrary)$/;

/**
 * Returns a case for each alternative value of a prop: with and without the value, and with the props that the
 * component requires.
 */
function both(
  tag: string,
  base: Props,
  others: Props,
  children: readonly ViewNode[],
): Record<string, readonly [ViewNode, ViewNode]> {
  return Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      `${tag} ${name}`,
      [el(tag, base, ...children), el(tag, { ...base, [name]: value }, ...children)] as const,
    ]),
  );
}

function fieldCases(tag: string): Record<string, readonly [ViewNode, ViewNode]> {
  const locations = ["body", "path", "query", "header", "cookie", "auth"];
  return {
    ...Object.fromEntries(
      locations.map((location, index) => [
        `${tag} ${location}`,
        [el(tag, { [locations[(index + 1) % 6] ?? ""]: "a" }), el(tag, { [location]: "a" })] as const,
      ]),
    ),
    ...both(
      tag,
      { query: "a" },
      { type: "string", required: true, deprecated: true, default: 1, placeholder: "x", id: "param-a" },
      [words],
    ),
  };
}
