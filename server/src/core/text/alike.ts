/** How many characters two texts begin with alike. */
export function alikeFromStart(one: string, other: string): number {
  if (one === other) return one.length;
  const most = Math.min(one.length, other.length);
  return countAlike(most, (from, to) => one.slice(from, to) === other.slice(from, to));
}

/** How many characters two texts end with alike, at most so many. */
export function alikeFromEnd(one: string, other: string, most: number): number {
  return countAlike(most, (from, to) => tail(one, from, to) === tail(other, from, to));
}

function tail(text: string, from: number, to: number): string {
  return text.slice(text.length - to, text.length - from);
}

/** The greatest count up to `most` for which all before it is alike, found by halves: whole parts are compared far faster than characters. */
function countAlike(most: number, isAlike: (from: number, to: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isAlike(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
