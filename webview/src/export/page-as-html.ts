/** Marks and tools of the preview that are none of the page. */
const notOfThePage =
  ".dw-fault, .dw-change, .dw-copy, .dw-field-tools, .dw-code-tools, [data-change='removed'], script";

/**
 * The page and the site around it as one HTML file that needs nothing else: styles are written into it, scripts are left out,
 * links lead where they led. Pictures of the site are left as addresses.
 */
export function pageAsHtml(shown: HTMLElement, title: string): string {
  const copy = shown.cloneNode(true) as HTMLElement;
  for (const element of copy.querySelectorAll(notOfThePage)) element.remove();
  for (const element of copy.querySelectorAll("[hidden]"))
    if (element.getAttribute("hidden") === "until-found") element.removeAttribute("hidden");
  const file = document.implementation.createHTMLDocument(title);
  file.documentElement.lang = document.documentElement.lang;
  const charset = file.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  const width = file.createElement("meta");
  width.name = "viewport";
  width.content = "width=device-width, initial-scale=1";
  const style = file.createElement("style");
  style.textContent = styleText();
  file.head.prepend(charset, width);
  file.head.append(style);
  file.body.append(file.importNode(copy, true));
  return `<!doctype html>\n${file.documentElement.outerHTML}\n`;
}

/** All rules that hold in the document, those made by script among them. */
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
