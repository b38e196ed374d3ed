const most = 10_000;
const deepest = 60;

/** Whether a value has more than 10,000 members in all or lies over 60 levels deep; circles do. Looks no further than that. */
export function isTooLarge(value: unknown): boolean {
  const waiting: (readonly [value: object, depth: number])[] = [];
  let count = 0;
  const add = (each: unknown, depth: number) => {
    count++;
    if (typeof each === "object" && each !== null) waiting.push([each, depth]);
  };
  add(value, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [object, depth] = next;
    if (depth >= deepest) return true;
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue;
      add(Reflect.get(object, key), depth + 1);
      if (count > most) return true;
    }
  }
  return false;
}
