/** The address of the page that explains a rule. */
export function rulePage(code: string): string {
  return `https://github.com/docwright/docwright/blob/main/docs/rules/${code}.md`;
}
