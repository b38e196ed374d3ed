/** Marks of an axis from zero on, at most six, the last not below `highest`: 0, 20, 40, 60. */
export function niceScale(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10));
  const count = Math.ceil(Math.max(1, highest) / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
