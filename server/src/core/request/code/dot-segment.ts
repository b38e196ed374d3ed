/** Whether a path has `.` or `..` between slashes, which many clients take out before they send it. */
export function hasDotSegment(url: string): boolean {
  return /\/(\.|%2e){1,2}(?=\/|$)/i.test((url.split(/[?#]/, 1)[0] ?? "").replace(/^[a-z]+:\/\/[^/]*/i, ""));
}
