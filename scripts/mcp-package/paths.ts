import { join } from "node:path";
import { packageName, root, version } from "./package-info.ts";

/** The folder of everything made for others; git ignores it. */
export const buildFolder = join(root, "build");

/** The npm package, unpacked, with server.json. */
export const packageFolder = join(buildFolder, packageName);

/** The npm package as npm takes it. */
export const tarball = join(buildFolder, `${packageName}-${version}.tgz`);

/** What the desktop bundle holds. */
export const desktopFolder = join(buildFolder, `${packageName}-desktop`);

/** The desktop bundle. */
export const desktopBundle = join(buildFolder, `${packageName}.mcpb`);
