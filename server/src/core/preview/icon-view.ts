import { findDrawing, type IconDrawings, type IconLibrary } from "../config/icons/icons.ts";
import type { IconView } from "./view/page-view.ts";

const mark = /<(\w+)((?:\s+[\w-]+="[^"]*")*)\s*\/>/g;
const attribute = /([\w-]+)="([^"]*)"/g;

/** Returns an icon of a packed library as SVG shapes, or undefined if the library has no free icon of that name. */
export function iconView(
  library: IconLibrary,
  drawings: IconDrawings,
  name: string,
  style?: string,
): IconView | undefined {
  const found = findDrawing(library, drawings, name, style);
  if (!found) return undefined;
  return {
    name,
    width: found.width,
    height: found.height,
    ...(found.outlined && { outlined: true }),
    marks: [...found.marks.matchAll(mark)].map(([, tag = "", attributes = ""]) => [
      tag,
      Object.fromEntries([...attributes.matchAll(attribute)].map(([, key = "", value = ""]) => [key, value])),
    ]),
  };
}
