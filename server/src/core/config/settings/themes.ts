/** Layouts that `theme` of docs.json knows (reference/properties.jsonl). */
export const themes = [
  "mint",
  "maple",
  "palm",
  "willow",
  "linden",
  "almond",
  "aspen",
  "luma",
  "sequoia",
] as const;
