export type IconLibrary = "fontawesome" | "lucide" | "tabler";

export const iconLibraries: readonly IconLibrary[] = ["fontawesome", "lucide", "tabler"];

/** Used when `icons.library` is not set. */
export const defaultIconLibrary: IconLibrary = "fontawesome";

/** Styles of Font Awesome icons. */
export const iconStyles: readonly string[] = [
  "brands",
  "duotone",
  "light",
  "regular",
  "sharp-duotone-solid",
  "sharp-light",
  "sharp-regular",
  "sharp-solid",
  "sharp-thin",
  "solid",
  "thin",
];
