/** Methods that change nothing (RFC 9110, section 9.2.1), as far as tests send them unasked. */
export function isSafe({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD";
}
