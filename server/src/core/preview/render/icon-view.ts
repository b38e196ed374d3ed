import { iconLibraries, type IconLibrary } from "../../config/icons/icons.ts";
import { isAbsoluteReference } from "../../text/site-path.ts";
import { safeProperty } from "../safe/safe-style.ts";
import type { ViewIssue } from "../view/page-view.ts";
import type { ViewElement, ViewNode } from "../view/view-node.ts";
import { imageAt } from "./media.ts";
import { elementOf, type Rendering } from "./rendering.ts";

export interface IconLook {
  readonly library?: string | undefined;
  readonly style?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}

/** What the text of an `icon` shows: a drawing of the site's library, or a picture by its path or address. */
export function iconNode(
  name: string,
  look: IconLook,
  at: Pick<ViewIssue, "file" | "range">,
  origin: Pick<ViewElement, "lines" | "file">,
  rendering: Rendering,
): ViewNode {
  if (/^\.{0,2}\//.test(name) || isAbsoluteReference(name) || /\.(?:svg|png|jpe?g|webp|gif)$/i.test(name))
    return imageAt(name, at, rendering);
  const library = libraryOf(look.library) ?? rendering.page.source.facts.iconLibrary;
  const drawn = rendering.page.drawing.icon(name, library, look.style);
  const color = look.color === undefined ? undefined : safeProperty("color", look.color)?.[1];
  const view = {
    name,
    ...drawn,
    ...(color !== undefined && { color }),
    ...(look.size !== undefined && { size: look.size }),
    ...(look.className !== undefined && { className: look.className }),
  };
  return elementOf("#icon", view, [], origin);
}

function libraryOf(name: string | undefined): IconLibrary | undefined {
  return iconLibraries.find((library) => library === name);
}
