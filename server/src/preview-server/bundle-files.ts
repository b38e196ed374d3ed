import { closeSync, constants, createReadStream, fstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { bundleTypes, endingOf } from "./content-types.ts";
import type { OpenAsset } from "./send-file.ts";

/** A file of the page itself (`dist/webview`): names with letters, digits, dots and dashes, of the types that it has. */
export function bundleFile(folder: string, path: string): OpenAsset | undefined {
  const segments = path.split("/");
  if (!segments.every((segment) => /^\w[\w.-]*$/.test(segment) && !segment.includes(".."))) return undefined;
  return bundleTypes.has(endingOf(path)) ? openRegular(join(folder, ...segments)) : undefined;
}

/** The file at an absolute path that has been checked; undefined when it is no regular file. */
export function openRegular(path: string): OpenAsset | undefined {
  try {
    const handle = openSync(
      path,
      constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
    );
    const stat = fstatSync(handle);
    if (!stat.isFile()) {
      closeSync(handle);
      return undefined;
    }
    return {
      size: stat.size,
      read: (range) => createReadStream(path, { fd: handle, ...range }),
      close: () => closeSync(handle),
    };
  } catch {
    return undefined;
  }
}
