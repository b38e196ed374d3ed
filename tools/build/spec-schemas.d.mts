/**
 * Returns the schemas for OpenAPI and AsyncAPI by name, along with the JSON Schema draft of each schema: `draft-04`,
 * `draft-07`, or `2020`.
 */
export function specSchemas(options?: {
  readonly isPlain?: boolean;
}): Record<string, { readonly schema: object; readonly draft: string } | undefined>;
