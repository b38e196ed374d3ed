import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/**
 * Returns the license notices of every npm package whose code is in a bundle. `metafiles` contains esbuild's metafiles.
 * The packed icons in `iconFolder` contain their source and license. `generatedFrom` contains the packages that code is
 * generated from, which aren't in the metafiles. Throws an error if a package doesn't have a license text, because
 * Docwright can't distribute such a package.
 */
export async function thirdPartyNotices(metafiles, iconFolder, generatedFrom) {
  const folders = new Set([...metafiles.flatMap(bundledPackages), ...generatedFrom]);
  const notices = [
    ...(await Promise.all([...folders].map(noticeOf))),
    ...(await Promise.all((await readdir(iconFolder)).map((file) => noticeOfIcons(path.join(iconFolder, file))))),
  ];
  // Packages are grouped by license text, because most of them have one of a few texts below a line with the copyright
  // holder.
  const groups = new Map();
  for (const { title, text } of notices) {
    const { holder, terms } = splitNotice(text);
    const key = terms.replace(/\s+/g, " ");
    const group = groups.get(key) ?? { terms, titlesByHolder: new Map() };
    groups.set(key, group);
    group.titlesByHolder.set(holder, (group.titlesByHolder.get(holder) ?? new Set()).add(title));
  }
  const sections = [...groups.values()].map(({ terms, titlesByHolder }) => {
    const owners = [...titlesByHolder].map(([holder, titles]) =>
      [...inOrder(titles), ...(holder === "" ? [] : [holder])].join("\n"),
    );
    return `${"-".repeat(79)}\n${inOrder(owners).join("\n\n")}\n\n${terms}\n`;
  });
  return `Docwright contains code of these packages.\n\n${inOrder(sections).join("\n")}`;
}

const inOrder = (texts) => [...texts].sort((a, b) => a.localeCompare(b, "en"));

/** Returns the copyright lines of a notice and the terms below them, without the license name above them. */
function splitNotice(text) {
  const lines = text.split("\n");
  const end = lines.findIndex(
    (line) => !/^\s*(\(?(the )?(mit|isc) license\b.*|copyright\b.*|all rights reserved\.?)?\s*$/i.test(line),
  );
  if (end < 0) return { holder: "", terms: text };
  const holder = lines.slice(0, end).filter((line) => /^\s*(copyright|all rights)/i.test(line));
  return { holder: holder.map((line) => line.trim()).join("\n"), terms: lines.slice(end).join("\n") };
}

/** Returns the folders of packages with at least one byte in an output. Tree shaking can remove a complete package. */
function bundledPackages(metafile) {
  const inputs = Object.values(metafile.outputs).flatMap((output) =>
    Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  return inputs.flatMap(([file]) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
}

async function noticeOf(folder) {
  const manifest = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const { name, version, license } = manifest;
  const entries = await readdir(folder);
  const file = entries.find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const title = `${name} ${version} (${license})`;
  if (!file) return { title, text: describeLicense(manifest) };
  // The Apache License also requires this file.
  const notice = entries.filter((entry) => /^notice/i.test(entry));
  const texts = await Promise.all([file, ...notice].map((entry) => readFile(path.join(folder, entry), "utf8")));
  return { title, text: texts.map((one) => one.replaceAll("\r\n", "\n").trim()).join("\n\n") };
}

async function noticeOfIcons(file) {
  const { source, license } = JSON.parse(await readFile(file, "utf8"));
  return { title: `Drawings of icons from ${source}`, text: license };
}

/** Describes a license without its text. A few packages specify only the MIT License and its holder. */
function describeLicense({ name, license, author }) {
  const holder = typeof author === "string" ? author : author?.name;
  if (license !== "MIT" || !holder) throw new Error(`${name} has no license text.`);
  return `MIT License\n\nCopyright (c) ${holder}\n\n${mit}`;
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;
