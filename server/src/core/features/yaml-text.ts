/** The text as a YAML value on one line: bare where that is the same text, else quoted. */
export function yamlText(text: string): string {
  return isPlain(text) ? text : JSON.stringify(text);
}

function isPlain(text: string): boolean {
  if (text === "" || text !== text.trim() || /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text))
    return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(text) || /:(\s|$)|\s#/.test(text)) return false;
  return !/^(true|false|yes|no|on|off|null|~|[-+]?[.\d][\d_.,:eExXoOa-fA-F+-]*|\d{4}-\d\d-\d\d.*|=)$/i.test(
    text,
  );
}

/** The same within `[a, b]`, where commas and brackets part items. */
export function yamlItem(text: string): string {
  return /[,[\]{}]/.test(text) ? JSON.stringify(text) : yamlText(text);
}
