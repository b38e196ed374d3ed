/** Whether a page below these labels of the navigation belongs to a group, or to one in it. */
export function isInGroup(labels: readonly string[], group: readonly string[]): boolean {
  return group.length <= labels.length && group.every((label, i) => labels[i] === label);
}
