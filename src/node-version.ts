// Runs on every old Node: no imports, and no syntax newer than 2017.

/** The oldest Node.js that runs the programs, as package.json's engines say. */
const minNodeVersion = "22.19";

/**
 * Whether this Node.js can run a program. If not, writes one line to stderr that says what is needed, and sets the exit
 * code to 1. A program's entry calls it before it loads anything else.
 */
export function checkNodeVersion(program: string): boolean {
  const found = process.versions.node;
  const [major = 0, minor = 0] = found.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = minNodeVersion.split(".").map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return true;
  // Not process.exit: on a pipe it could drop the line.
  process.exitCode = 1;
  process.stderr.write(`${program} needs Node.js ${minNodeVersion} or newer; this is Node.js ${found}.\n`);
  return false;
}
