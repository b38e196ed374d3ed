/**
 * Returns the schemas of OpenAPI and AsyncAPI by name, each with its JSON Schema draft: `draft-04`, `draft-07`, or
 * `2020`.
 */
export function specSchemas(options?: {
  readonly isPlain?: boolean;
}): Record<string, { readonly schema: object; readonly draft: string } | undefined>;
