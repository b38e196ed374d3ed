interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string },
  ) => { readonly createHTML: (text: string) => unknown };
}

declare global {
  interface Window {
    /** Absent where the browser doesn't know Trusted Types. */
    readonly trustedTypes?: TrustedTypes;
  }
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Marks HTML as trusted, which the page's policy demands of all HTML that is parsed. It is the only place where this is
 * done: for the document of a component's frame, and for what Mermaid parses while it draws.
 */
export function trustedHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy("docwright", { createHTML: (text) => text });
  // Wherever a string of HTML is taken, a browser takes its own object for it, of which TypeScript knows nothing.
  return (policy?.createHTML(html) ?? html) as string;
}
