interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (text: string) => string },
  ) => { readonly createHTML: (text: string) => unknown };
}

declare global {
  interface Window {
    /** `undefined` if the browser doesn't support Trusted Types. */
    readonly trustedTypes?: TrustedTypes;
  }
}

let policy: ReturnType<TrustedTypes["createPolicy"]> | undefined;

/**
 * Marks HTML as trusted, which the page's policy requires of all HTML that is parsed. This is the only place that does
 * so: for the document of a component's frame, and for the markup that Mermaid parses while it draws.
 */
export function trustedHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy("docwright", { createHTML: (text) => text });
  // If an API takes HTML as a string, browsers also accept their `TrustedHTML` object, which TypeScript's
  // types don't reflect.
  return (policy?.createHTML(html) ?? html) as string;
}
