// Runs on every old Node: no imports, and no syntax newer than 2017.

/**
 * Keeps the compiled code of a program for its next start, where Node can (22.3 and newer). A program's entry calls it before it loads
 * anything else. The folder is the person's own: in a shared one, such as /tmp, another user could place code. Without such a
 * folder, or when it cannot be written, the program starts without the cache. It holds compiled source code, and no data of a run.
 * NODE_COMPILE_CACHE names another folder, and NODE_DISABLE_COMPILE_CACHE=1 turns it off.
 */
export function enableCompileCache(program: string): void {
  const { env, platform } = process;
  // Node 22.3 and newer have both functions.
  if (!("getBuiltinModule" in process)) return;
  const module = process.getBuiltinModule("node:module");
  const enable: ((folder?: string) => void) | undefined = Reflect.get(module, "enableCompileCache");
  const home = platform === "darwin" ? `${env["HOME"]}/Library/Caches` : `${env["HOME"]}/.cache`;
  const folder = platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"] || (env["HOME"] && home);
  if (!enable) return;
  if (env["NODE_COMPILE_CACHE"]) enable();
  else if (folder) enable(`${folder}/${program}/compiled`);
}
