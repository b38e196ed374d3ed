import type { NavElement } from "../config/settings/navigation.ts";
import { derive } from "../text/view.ts";

/**
 * The menu that an element stands in, as a text to compare: readers see one language and version at a time, and
 * choose a product as they choose a version. Known per element, as sites list thousands of pages in few of them.
 */
export const menuOf = derive((element: NavElement): string =>
  JSON.stringify([element.language ?? "", element.version ?? "", productOf(element)]),
);

function productOf(element: NavElement | undefined): string {
  if (!element) return "";
  return element.kind === "product" ? (element.label?.value ?? "") : productOf(element.parent);
}
