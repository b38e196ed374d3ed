import type { Page } from "playwright-core";

/**
 * Returns everything on the page that users can't currently reach, tell apart, or identify:
 *
 * - controls and text that are cut off by a box that doesn't scroll, or are outside the window,
 * - content that is wider than the window,
 * - controls that overlap each other, and text that overlaps a control or other text of the same layer,
 * - controls without a label, filters and selectors without a visible one, and fields that are too narrow to type in.
 */
export async function findLayoutFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return [...(await page.evaluate<string[]>(inPage)), ...(await findUnnamed(page))];
}

const controlRoles: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "combobox",
  "link",
  "listbox",
  "menuitem",
  "option",
  "radio",
  "searchbox",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "treeitem",
]);

interface AccessibilityNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** Returns the controls that have no accessible name according to the browser. */
async function findUnnamed(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as unknown as {
    readonly nodes: readonly AccessibilityNode[];
  };
  await session.detach();
  return nodes
    .filter(({ ignored, role, name }) => !ignored && controlRoles.has(role?.value ?? "") && !name?.value.trim())
    .map(({ role }) => `no label: ${role?.value}`);
}

/** Defines `__name`, because the compiler adds calls to this function, which doesn't exist in the page. */
const inPage = `((__name) => (${findFaults.toString()})())((value) => value)`;

/** This function runs in the page, so it can't use anything that is defined outside it. */
function findFaults(): string[] {
  interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  /** Neighboring boxes may share an edge, and positions are rounded. */
  const tolerance = 1.5;
  /** The minimum width of a field in pixels. In a narrower field, users can't see what they type. */
  const minFieldWidth = 40;
  const faults = new Set<string>();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const isModal = (element: Element): boolean => element.matches("dialog:modal");
  const modal = [...document.querySelectorAll("dialog")].findLast(isModal);

  const describe = (element: Element): string => {
    const text = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
    const name = typeof element.className === "string" && element.className !== "" ? `.${element.className.split(" ")[0]}` : element.localName; // prettier-ignore
    return `${name} “${text.slice(0, 40)}”`;
  };
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
    element.closest("[inert]") === null;
  const boxOf = (element: Element): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const sizeOf = (box: Box): number => Math.min(box.right - box.left, box.bottom - box.top);
  const intersect = (one: Box, other: Box): Box => ({
    left: Math.max(one.left, other.left),
    right: Math.min(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  });
  const round = ({ left, right, top, bottom }: Box): string =>
    `${Math.round(left)}–${Math.round(right)} × ${Math.round(top)}–${Math.round(bottom)}`;

  /** Returns the box in which the children of an element are shown. */
  const insideOf = (element: Element): Box => {
    const { left, top } = element.getBoundingClientRect();
    const { clientLeft, clientTop, clientWidth, clientHeight } = element;
    return {
      left: left + clientLeft,
      right: left + clientLeft + clientWidth,
      top: top + clientTop,
      bottom: top + clientTop + clientHeight,
    };
  };

  /**
   * Returns the part of a box that is currently visible, and the reason why another part of it can't be scrolled into
   * view. A box in a scrollable element can be scrolled to any position in that element.
   */
  const findVisibleBox = (start: Element, box: Box, isText = false): { seen: Box; cut?: string } => {
    let seen = box;
    let reach = box;
    let cut: string | undefined;
    let isPinned = false;
    const note = (why: string): void => void (cut ??= `${why} (${round(reach)})`);
    let position = isText ? "static" : getComputedStyle(start).position;
    for (let each = isText ? start : start.parentElement; each; each = each.parentElement) {
      if (position === "fixed" || (!isText && start.matches("dialog:modal, :popover-open"))) {
        isPinned = true;
        break;
      }
      const style = getComputedStyle(each);
      // A positioned box isn't clipped by the boxes between it and its containing block.
      if (position === "absolute" && style.position === "static") continue;
      if (each === document.body || each === document.documentElement) break;
      const { overflowX, overflowY } = style;
      if (overflowX !== "visible" || overflowY !== "visible") {
        const inside = insideOf(each);
        const scrollsX = overflowX === "auto" || overflowX === "scroll";
        const scrollsY = overflowY === "auto" || overflowY === "scroll";
        const clipsX = overflowX === "hidden" || overflowX === "clip";
        const clipsY = overflowY === "hidden" || overflowY === "clip";
        if (clipsX && (reach.left < inside.left - tolerance || reach.right > inside.right + tolerance))
          note(`cut off by ${describe(each)} at ${round(inside)}`);
        if (clipsY && (reach.top < inside.top - tolerance || reach.bottom > inside.bottom + tolerance))
          note(`cut off by ${describe(each)} at ${round(inside)}`);
        if (scrollsX && reach.left + each.scrollLeft < inside.left - tolerance && style.direction === "ltr")
          note(`before the start of ${describe(each)}`);
        if (scrollsY && reach.top + each.scrollTop < inside.top - tolerance)
          note(`above the start of ${describe(each)}`);
        if ((scrollsX && inside.right - inside.left < 20) || (scrollsY && inside.bottom - inside.top < 20))
          note(`in ${describe(each)}, which is too small to scroll: ${round(inside)}`);
        seen = intersect(seen, {
          left: overflowX === "visible" ? -Infinity : inside.left,
          right: overflowX === "visible" ? Infinity : inside.right,
          top: overflowY === "visible" ? -Infinity : inside.top,
          bottom: overflowY === "visible" ? Infinity : inside.bottom,
        });
        reach = {
          left: scrollsX ? Math.max(inside.left, Math.min(reach.left, inside.right)) : reach.left,
          right: scrollsX ? Math.min(inside.right, Math.max(reach.right, inside.left)) : reach.right,
          top: scrollsY ? Math.max(inside.top, Math.min(reach.top, inside.bottom)) : reach.top,
          bottom: scrollsY ? Math.min(inside.bottom, Math.max(reach.bottom, inside.top)) : reach.bottom,
        };
      }
      if (position !== "absolute" || style.position !== "static") ({ position } = style);
      if (each.matches("dialog:modal, :popover-open")) {
        isPinned = true;
        break;
      }
    }
    if (reach.left < -tolerance || reach.right > width + tolerance) note(`outside of the window, ${width} wide`);
    const top = isPinned ? reach.top : reach.top + window.scrollY;
    if (top < -tolerance) note("above the window");
    if (isPinned && reach.bottom > height + tolerance) note(`below the window, ${height} high`);
    return cut === undefined ? { seen } : { seen, cut };
  };

  /** Layers cover each other intentionally. For example, a menu covers the page. */
  const layerOf = (element: Element): Element => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (each.matches("dialog:modal, :popover-open")) return each;
      const { position, zIndex } = getComputedStyle(each);
      if (position === "fixed" || position === "sticky") return each;
      if (position === "absolute" && zIndex !== "auto" && Number(zIndex) > 0) return each;
      if (position === "absolute" && each.matches("[class*=menu], [class*=popup], [role=menu], [role=listbox]"))
        return each;
    }
    return document.documentElement;
  };

  // Finds controls. A field that is rendered by its label is as large as the label.
  const selector =
    "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=treeitem], [contenteditable=true], [tabindex]:not([tabindex='-1'])";
  const found = [...(modal ?? document).querySelectorAll(selector)].filter(
    (element) => isShown(element) && !(element instanceof HTMLInputElement && element.type === "hidden"),
  );
  const controls = new Map<Element, { seen: Box; layer: Element }>();
  for (const element of found) {
    const label = element instanceof HTMLInputElement ? element.closest("label") : null;
    const own = boxOf(element);
    const drawn = label && sizeOf(own) < 12 ? label : element;
    const box = boxOf(drawn);
    // The element, such as “Skip to content”, is visible only while it has the focus.
    if (sizeOf(box) <= 1 || getComputedStyle(drawn).clipPath !== "none") continue;
    if (element.matches(".dw-site-skip")) continue;
    const { seen, cut } = findVisibleBox(drawn, box);
    if (cut !== undefined) faults.add(`${describe(drawn)} is ${cut}`);
    const isField = element.matches("textarea, input:not([type=checkbox], [type=radio], [type=color])");
    if (isField && box.right - box.left < minFieldWidth) faults.add(`${describe(drawn)} is too narrow: ${round(box)}`);
    controls.set(drawn, { seen, layer: layerOf(drawn) });
  }

  // Filters and selectors need a visible label. The placeholder of an empty field isn't a label, because it disappears.
  for (const element of found) {
    if (!element.matches("select, [type=search], [role=combobox]")) continue;
    // The element is part of the site and looks the same on the published site.
    if (element.matches(".dw-endpoint-server, .dw-code-select")) continue;
    // The text of a list of examples doesn't change, and a server is part of the URL.
    if (element.matches(".dw-try-examples, .dw-try-server")) continue;
    const { labels } = element as HTMLInputElement;
    const named = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter((id) => id !== "");
    const visible = [...(labels ?? []), ...named.map((id) => document.getElementById(id))].some((label) => {
      if (!label || !isShown(label)) return false;
      const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const { parentElement: parent } = text;
        if (!parent || element.contains(parent) || (text.nodeValue ?? "").trim() === "") continue;
        if (isShown(parent) && sizeOf(boxOf(parent)) > 4) return true;
      }
      return false;
    });
    if (!visible) faults.add(`no visible label: ${describe(element)} ${element.outerHTML.slice(0, 120)}`);
  }

  // Finds lines of text.
  const lines: { text: string; parent: Element; seen: Box; layer: Element }[] = [];
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = (node.nodeValue ?? "").trim();
    if (!parent || text === "" || !isShown(parent) || parent.closest("script, style, svg, select, textarea, .dw-site-skip")) continue; // prettier-ignore
    if (Number(getComputedStyle(parent).opacity) === 0) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const ellipsis = ((): boolean => {
      for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement) {
        const { textOverflow, overflowX, webkitLineClamp } = getComputedStyle(each);
        if ((textOverflow === "ellipsis" && overflowX !== "visible") || !["none", ""].includes(webkitLineClamp))
          return true;
      }
      return false;
    })();
    for (const { left, right, top, bottom } of range.getClientRects()) {
      if (right - left < 2 || bottom - top < 2) continue;
      const box = { left, right, top: top + (bottom - top) * 0.2, bottom: bottom - (bottom - top) * 0.2 };
      const { seen, cut } = findVisibleBox(parent, box, true);
      // Whether the text is only for screen readers.
      const isHidden = ((): boolean => {
        for (let each: Element | null = parent; each && each !== document.body; each = each.parentElement)
          if (sizeOf(boxOf(each)) <= 1 || getComputedStyle(each).clip === "rect(0px, 0px, 0px, 0px)") return true;
        return false;
      })();
      if (isHidden) break;
      if (cut !== undefined && !ellipsis) faults.add(`text “${text.slice(0, 40)}” in ${describe(parent)} is ${cut}`);
      if (sizeOf(seen) > 0 && (cut === undefined || ellipsis))
        lines.push({ text: text.slice(0, 40), parent, seen, layer: layerOf(parent) });
    }
  }

  // Finds overlaps.
  const depth = (one: Box, other: Box): number => sizeOf(intersect(one, other));
  const all = [...controls];
  for (const [at, [one, { seen, layer }]] of all.entries()) {
    for (const [other, to] of all.slice(at + 1)) {
      if (layer !== to.layer || one.contains(other) || other.contains(one)) continue;
      if (depth(seen, to.seen) > tolerance)
        faults.add(`${describe(one)} (${round(seen)}) overlaps ${describe(other)} (${round(to.seen)})`);
    }
    for (const line of lines) {
      if (layer !== line.layer || one.contains(line.parent) || line.parent.contains(one)) continue;
      if (one.closest("label")?.contains(line.parent)) continue;
      if (depth(seen, line.seen) > tolerance)
        faults.add(`${describe(one)} (${round(seen)}) overlaps text “${line.text}” (${round(line.seen)})`);
    }
  }
  for (const [at, one] of lines.entries())
    for (const other of lines.slice(at + 1)) {
      if (one.layer !== other.layer || one.parent === other.parent) continue;
      if (one.parent.closest(".cm-editor, .katex, svg") && other.parent.closest(".cm-editor, .katex, svg")) continue;
      if (depth(one.seen, other.seen) > tolerance)
        faults.add(`text “${one.text}” (${round(one.seen)}) overlaps text “${other.text}” (${round(other.seen)})`);
    }

  const wide = document.documentElement.scrollWidth;
  if (wide > width) faults.add(`the page is ${wide} wide in a window of ${width}`);
  return [...faults];
}
