import {
  iconLibraries,
  type IconLibrary,
  isIconName,
  isKnownIcon,
  nearestIcon,
} from "../../config/icons/icons.ts";
import { verbatim } from "../../text/phrase.ts";
import type { Finding } from "../rule.ts";
import type { SuggestionSource } from "./fixes.ts";

/** Messages for an icon that isn't in the library. */
export const iconMessages = {
  meant: "`{icon}` isn't in the {library} library, so readers see no icon. Did you mean `{near}`?",
  unknown:
    "`{icon}` isn't in the {library} library, so readers see no icon. Choose another icon, or use the path of an image.",
  elsewhere:
    "`{icon}` isn't in the {library} library, so readers see no icon. The {otherLibrary} library has it. Set `icons.library`, or choose another icon.",
  use: "Change to `{near}`",
} as const;

/** Returns the problem with a value of `icon`. Undefined for an icon in the library, a path, a URL, or an emoji. */
export function findIconFault(
  library: IconLibrary,
  icon: string,
  guess: SuggestionSource,
): Pick<Finding<keyof typeof iconMessages>, "message" | "args" | "data"> | undefined {
  if (!isIconName(icon) || isKnownIcon(library, icon)) return undefined;
  const args = { icon, library: verbatim(library) };
  const other = iconLibraries.find((candidate) => isKnownIcon(candidate, icon));
  if (other !== undefined) return { message: "elsewhere", args: { ...args, otherLibrary: verbatim(other) } };
  const near = guess(`${library} ${icon}`, () => nearestIcon(library, icon));
  return near === undefined
    ? { message: "unknown", args }
    : { message: "meant", args: { ...args, near }, data: { near } };
}
