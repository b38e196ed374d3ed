/** `a…@example.com`: enough to see that somebody can be asked, and whether it is a colleague. */
export function maskContact(contact: string): string {
  const at = contact.lastIndexOf("@");
  const [first = ""] = contact;
  return at > 0 ? `${first}…${contact.slice(at, at + 100)}` : `${first}…`;
}
