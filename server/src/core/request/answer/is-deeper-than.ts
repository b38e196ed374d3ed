/** Whether the brackets of a JSON text are nested deeper than so many levels; texts in quotes do not count. */
export function isDeeperThan(json: string, levels: number): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    if (isText) {
      if (code === 92) i++;
      else if (code === 34) isText = false;
    } else if (code === 34) isText = true;
    else if (code === 91 || code === 123) {
      if (++depth > levels) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}
