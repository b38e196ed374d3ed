/**
 * A sentence for a notification of the editor that holds words of a site or of a server. Notifications make links of
 * `[text](https://…)` and, whoever wrote it, buttons of `[text](command:…)`; behind this it is text.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll("](", "] (");
}
