/**
 * An icon as a picture in Markdown. The SVG goes into the address itself, so that nothing is fetched; editors show
 * `data:` pictures in hovers and in the documentation of completions.
 */
export function iconPicture(svg: string, name: string): string {
  const address = encodeURIComponent(svg).replace(/[()']/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return `![${name.replace(/[^\w -]/g, "")}](data:image/svg+xml,${address})`;
}
