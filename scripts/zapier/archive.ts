import { join } from "node:path";
import { zapier } from "./cli.ts";

/** The archives of the staged app. */
export interface ZapierArchives {
  /** What runs at Zapier. */
  app: string;
  /** The sources, for Zapier's reviewers. */
  sources: string;
}

/** Builds the archives of the staged app in its folder. Needs no network. */
export async function buildArchives(folder: string): Promise<ZapierArchives> {
  await zapier(["build", "--skip-dep-install", "--skip-validation"], folder);
  return { app: join(folder, "build", "build.zip"), sources: join(folder, "build", "source.zip") };
}
