/** A name in `Content-Disposition` as browsers write it (HTML, “multipart/form-data encoding algorithm”). */
export function dispositionText(text: string): string {
  return text.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}
