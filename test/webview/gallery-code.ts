import type { CodeColor, CodeToken, ViewNode } from "../../server/src/core/preview/view/page-view.ts";
import { code, el, flag, withSlots } from "./view-of.ts";

/** The colors of a keyword, a string, a comment, and a name. */
export const palette: readonly CodeColor[] = [
  { light: "#8a2f9e", dark: "#d19ae0" },
  { light: "#1d6b3c", dark: "#8fd19e" },
  { light: "#57606a", dark: "#9aa3ad", italic: true },
  { light: "#1f5fbf", dark: "#8ab8f5", bold: true },
];

const lines: readonly (readonly CodeToken[])[] = [
  [["const", 0], " greeting = ", ['"Hello, world!"', 1], ";"],
  [],
  [["function", 0], " ", ["sayHello", 3], "() {"],
  ["  console.log(greeting); ", ["// says it", 2]],
  ["}"],
  [],
  [["sayHello", 3], "();"],
];

const colored = { lines, lang: "javascript" };
const long = Array.from({ length: 40 }, (_, index) => `print("line ${index + 1}")`).join("\n");
const wide = `curl --request POST --url https://api.example.com/v1/messages --header "Authorization: Bearer TOKEN" --header "Content-Type: application/json"`;

/** Code blocks with all options that can follow a fence. */
export const codeBlocks: readonly (readonly ViewNode[])[] = [
  [code("", colored)],
  [withSlots(code("", { ...colored, title: "hello.js" }), { icon: [flag] })],
  [code("", { ...colored, numbers: true, title: "With line numbers" })],
  [code("", { ...colored, highlight: [3, 4, 5], title: "With highlighted lines" })],
  [code("", { ...colored, focus: [4], title: "With a line in focus" })],
  [code("", { ...colored, addedLines: [4], removedLines: [1], title: "What has changed" })],
  [
    code("", {
      ...colored,
      addedLines: [4],
      removedLines: [1],
      numbers: true,
      highlight: [7],
      title: "What has changed, with numbers",
    }),
  ],
  [code(wide, { lang: "bash", title: "Wide" })],
  [code(wide, { lang: "bash", title: "Wide, wrapped", wrap: true })],
  [code(long, { lang: "python", title: "Long, expandable", expandable: true })],
  [code("User ──▶ CDN ──▶ Origin", { lang: "text", title: "Not to be copied", nocopy: true })],
  [
    el(
      "CodeGroup",
      {},
      code('console.log("Hello");', { lang: "javascript", title: "helloWorld.js" }),
      code('print("Hello")', { lang: "python", title: "hello_world.py" }),
      code("class HelloWorld {}", { lang: "java", title: "HelloWorld.java" }),
    ),
  ],
  [
    el(
      "CodeGroup",
      { dropdown: true },
      code('console.log("Hello");', { lang: "javascript", title: "helloWorld.js" }),
      code('print("Hello")', { lang: "python", title: "hello_world.py" }),
    ),
  ],
  [
    el(
      "CodeBlock",
      { language: "ts", filename: "a.ts", lines: true, highlight: "[1]" },
      "const a = 1;\nconst b = 2;\n",
    ),
  ],
];
