/** What a plain scalar of YAML 1.2 means: `true`, `3.1`, `~`; everything else is the text itself. */
export function plainYamlValue(text: string): string | number | boolean | null {
  if (text.length > 40 || !/^[-+.\dtTfFnN~]|^$/.test(text)) return text;
  if (/^(null|Null|NULL|~|)$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^([-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+)$/.test(text)) return Number(text);
  if (/^[-+]?\.(inf|Inf|INF)$/.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  return text;
}
