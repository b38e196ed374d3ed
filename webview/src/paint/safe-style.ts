import { siteFileScheme, type ViewValue } from "../../../server/src/core/preview/view/page-view.ts";

/** Numbers of these are without a unit; of others they are pixels, as in React. */
const unitless =
  /^(?:opacity|zIndex|flex|flexGrow|flexShrink|order|fontWeight|lineHeight|zoom|columnCount|columns|lineClamp|aspectRatio|orphans|widows|tabSize|gridRow|gridColumn|gridArea|(?:fill|stroke|stop|flood)Opacity|strokeWidth|strokeDashoffset|strokeMiterlimit|scale|animationIterationCount|--.*)$/i;

/** What fetches, runs, or writes another rule; `\` writes any of them in disguise. */
const unsafeValue =
  /[\\<;{}]|url\s*\(|image-set\s*\(|(?:^|[^a-z-])(?:image|src|element)\s*\(|expression|javascript|@import/i;

/** What writes another rule, and what a style declaration has besides properties: to set those fails, or breaks it. */
const unsafeName =
  /^(?:behavior|-moz-binding|MozBinding|css(?:Text|Float)|length|parentRule|item|(?:get|set|remove)Property(?:Value|Priority)?|constructor|toString|valueOf)$/i;

/** The address from which a file of the site is loaded; undefined for what is none. */
type Resource = (address: string) => string | undefined;

/**
 * Style as plain data, by its CSS names, without what could fetch something or cover what stands around the page. Files of
 * the site are loaded from where `resource` says, without it none are.
 */
export function safeStyle(
  style: ViewValue | undefined,
  resource?: Resource,
): Record<string, string> | undefined {
  const entries = style && typeof style === "object" && !Array.isArray(style) ? Object.entries(style) : [];
  const safe: Record<string, string> = {};
  for (const [written, value] of entries) {
    const name = propertyName(written);
    const text =
      typeof value === "number" ? withUnit(name, value) : typeof value === "string" ? value.trim() : "";
    const allowed = safeValue(text, name.startsWith("--") ? undefined : resource);
    if (!/^(?:--[\w-]+|[a-zA-Z]+)$/.test(name) || unsafeName.test(name) || allowed === undefined) continue;
    if (name === "position" && /fixed|sticky/i.test(text)) continue;
    if (allowed !== "") safe[name] = allowed.replace(/\s*!important$/i, "");
  }
  return Object.keys(safe).length > 0 ? safe : undefined;
}

/** Whether a style names files of the site, which whoever hosts the page has to be asked for. */
export function namesFiles(style: ViewValue | undefined): boolean {
  return (
    typeof style === "object" &&
    style !== null &&
    Object.values(style).some((value) => typeof value === "string" && value.includes(siteFileScheme))
  );
}

const siteFile = new RegExp(`url\\("${siteFileScheme}(/(?!/)[^"\\\\()<>{};\\s]*)"\\)`, "g");
const standIn = "\ue000";

/** Each file of the site is set aside while the rest is looked at. */
function safeValue(text: string, resource: Resource | undefined): string | undefined {
  const addresses: (string | undefined)[] = [];
  const rest = resource
    ? text.replaceAll(standIn, "").replace(siteFile, (_, path: string) => {
        addresses.push(resource(path));
        return standIn;
      })
    : text;
  if (unsafeValue.test(rest) || addresses.includes(undefined)) return undefined;
  return rest.replaceAll(
    standIn,
    () => `url("${addresses.shift()?.replace(/["\\\s]/g, encodeURIComponent) ?? ""}")`,
  );
}

/** As the object model has it: `background-color` → `backgroundColor`, `-webkit-mask` → `WebkitMask`. */
function propertyName(name: string): string {
  return name.startsWith("--")
    ? name
    : name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function withUnit(name: string, value: number): string {
  return value === 0 || unitless.test(name) ? String(value) : `${value}px`;
}
