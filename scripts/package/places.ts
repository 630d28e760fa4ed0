import { join } from "node:path";
import { packageName, root, version } from "./identity.ts";

/** The folder of everything made for others; git ignores it. */
export const build = join(root, "build");

/** The npm package, unpacked, with server.json. */
export const packageFolder = join(build, packageName);

/** The npm package as npm takes it. */
export const tarball = join(build, `${packageName}-${version}.tgz`);

/** What the desktop bundle holds. */
export const desktopFolder = join(build, `${packageName}-desktop`);

/** The desktop bundle. */
export const desktopBundle = join(build, `${packageName}.mcpb`);
