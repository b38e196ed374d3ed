/** Brackets within each other in code: far more than anybody writes, far fewer than cost the parser its stack. */
const deepest = 250;

/**
 * Whether code in a text is nested so deep that it must not be parsed. A parser that runs out of stack throws, as a rule;
 * where a regular expression is compiled at that depth, V8 ends the whole process instead, and no thread is a protection
 * from that. Brackets in prose do not count, nor do braces that nothing closes: they are never read as code.
 */
export function isTooDeep(text: string): boolean {
  const first = text.indexOf("{");
  if (first < 0 || !(text.includes("}", first) || /^(?:import|export)\b/m.test(text))) return false;
  let depth = 0;
  for (let at = first; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x7b: // {
        if (++depth > deepest) return true;
        break;
      case 0x28: // (
      case 0x5b: // [
        if (depth > 0 && ++depth > deepest) return true;
        break;
      case 0x7d: // }
      case 0x29: // )
      case 0x5d: // ]
        if (depth > 0) depth--;
    }
  }
  return false;
}
