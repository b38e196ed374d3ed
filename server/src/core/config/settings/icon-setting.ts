import { iconLibraries, iconStyles } from "../icons/icon-libraries.ts";
import type { Setting, Shape } from "../setting-shape.ts";
import { either, object, oneOf, setting } from "./build-shape.ts";

/** A name, path or URL, or a name with its style and library. */
export const icon: Shape = either({
  string: { kind: "string", check: "icon-name", names: "icon" },
  object: object({
    name: setting(
      { kind: "string", check: "icon-name", names: "icon" },
      "Name of the icon in its library, as `rocket`.",
      { required: true, example: "rocket" },
    ),
    style: setting(oneOf(iconStyles), "Style of the icon, for Font Awesome."),
    library: setting(
      oneOf(iconLibraries),
      "Library the name is looked up in, when it is not the one of the whole site.",
      { default: "`icons.library`" },
    ),
  }),
});

export function iconSetting(meaning: string): Setting {
  return setting(icon, `${meaning} A name from the site's icon library, a path or a URL.`);
}
