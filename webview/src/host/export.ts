import type { FromPage, HostInfo, PagePlace } from "../protocol.ts";

/** Marks and controls of the preview that aren't part of the page. */
const notOfThePage =
  ".dw-fault, .dw-change, .dw-copy, .dw-field-tools, .dw-code-tools, [data-change='removed'], script";

/**
 * Returns the page and the surrounding site as one self-contained HTML file. Styles are inlined, scripts are left out,
 * and links keep their targets. Images from the site remain URLs.
 */
export function pageAsHtml(shown: HTMLElement, title: string): string {
  const copy = shown.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(notOfThePage)) element.remove();
  for (const element of copy.querySelectorAll("[hidden]"))
    if (element.getAttribute("hidden") === "until-found") element.removeAttribute("hidden");
  const words = document.createElement("title");
  words.textContent = title;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    words.outerHTML,
    // The escape prevents a style sheet from closing the `<style>` element. No author text is included verbatim.
    `<style>\n${styleText().replaceAll("</", "<\\/")}\n</style>`,
  ];
  // `.dw-root` has the language that's selected in the site's menu. The document around it has the editor's language.
  const language = copy.querySelector<HTMLElement>(".dw-root")?.lang ?? "en";
  return `<!doctype html>\n<html lang="${language.replace(/[^\w-]/g, "")}">\n<head>\n${head.join("\n")}\n</head>\n<body>\n${copy.outerHTML}\n</body>\n</html>\n`;
}

/** Returns all CSS rules of the document, including those added by script. */
function styleText(): string {
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets];
  return sheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join("\n");
}

/** `guides/start` → `start.html`. */
export function htmlFileName(address: string): string {
  const name =
    address
      .replace(/[#?].*$/, "")
      .split("/")
      .filter(Boolean)
      .at(-1) ?? "index";
  return `${name.replace(/[^\w.-]+/g, "-")}.html`;
}

/** Saves the shown page as one HTML file. VS Code prompts for a location, and a browser uses its download folder. */
export function savePage(
  shown: HTMLElement | null,
  place: PagePlace,
  host: HostInfo["kind"],
  send: (message: FromPage) => void,
): void {
  if (!shown) return;
  const text = pageAsHtml(shown, place.title);
  const name = htmlFileName(place.url ?? place.file ?? "");
  if (host === "editor") return send({ kind: "save", name, text });
  const address = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
