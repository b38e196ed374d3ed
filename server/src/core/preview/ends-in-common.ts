const step = 1024;

/** How many characters two texts begin and end with alike; counted once where they would overlap. */
export function endsInCommon(a: string, b: string): { readonly start: number; readonly end: number } {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start + step <= shortest && a.slice(start, start + step) === b.slice(start, start + step))
    start += step;
  while (start < shortest && a[start] === b[start]) start++;
  const most = shortest - start;
  let end = 0;
  const back = (text: string, from: number) => text.slice(text.length - from - step, text.length - from);
  while (end + step <= most && back(a, end) === back(b, end)) end += step;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}
