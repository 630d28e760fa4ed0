/** The container image and compose.yaml. `npm run balancer:check` runs what they run. */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseCliOptions } from "../../mcp/cli.ts";

const run = promisify(execFile);
const dockerfile = readFileSync("Dockerfile", "utf8");
const manifest = JSON.parse(readFileSync("package.json", "utf8"));

/** The value of an instruction in JSON form. */
const getList = (instruction: RegExp): string[] => JSON.parse(instruction.exec(dockerfile)?.[1] ?? "[]");
const entry = getList(/^ENTRYPOINT (\[.*\])$/m);
const healthCheck = getList(/^HEALTHCHECK .*? CMD (\[.*\])$/m);

interface Service {
  image?: string;
  build?: string;
  command?: string[];
  environment: Record<string, string | null>;
  read_only: boolean;
  cap_drop: string[];
  security_opt: string[];
  stop_grace_period: string;
  volumes?: string[];
}

const { services } = parse(readFileSync("compose.yaml", "utf8"), { merge: true }) as {
  services: Record<string, Service>;
};

describe("the Dockerfile", () => {
  it("uses the Node.js of the repository in every stage, and not root", () => {
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(images).toEqual([
      expect.stringMatching(/^node:[\d.]+-bookworm-slim$/),
      expect.stringMatching(/^node:[\d.]+-alpine$/),
    ]);
    for (const image of images) expect(image).toContain(`node:${manifest.devDependencies.node}-`);
    const final = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(final).toMatch(/^USER 1000:1000$/m);
    expect(final).not.toMatch(/^RUN /m);
  });

  it("starts the server with valid options on all interfaces, and lets calls end before it stops", () => {
    expect(entry.slice(0, 2)).toEqual(["node", "/app/dist/rallly-mcp.js"]);
    const options = parseCliOptions([...entry.slice(2), "--allowed-host", "polls.example.com"]);
    expect(options).toMatchObject({ http: true, host: "0.0.0.0", port: 8808, shutdownDelaySeconds: 5 });
    expect(dockerfile).toContain(`EXPOSE ${options.port}\n`);
    // A call takes at most 50 seconds.
    expect(options.drainSeconds).toBeGreaterThan(50);
    const graceSeconds = options.drainSeconds + options.shutdownDelaySeconds;
    expect(Number(/--stop-timeout (\d+)/.exec(dockerfile)?.[1])).toBeGreaterThan(graceSeconds);
    for (const name of ["replica-1", "replica-2"])
      expect(Number.parseInt(services[name]?.stop_grace_period ?? "", 10)).toBeGreaterThan(graceSeconds);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])("has a health check that runs Node.js: status %i exits with %i", async (status, code) => {
    const server = createServer((request, response) => {
      response.statusCode = request.url === "/health" ? status : 500;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const [program, flag, script = ""] = healthCheck;
      expect([program, flag]).toEqual(["node", "--eval"]);
      expect(script).toContain(":8808/health");
      const args = ["--eval", script.replace(":8808", `:${port}`)];
      const exit = await run(process.execPath, args).then(
        () => 0,
        (error: { code: number }) => error.code,
      );
      expect(exit).toBe(code);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("copies only files that .dockerignore lets through", () => {
    const allowed = readFileSync(".dockerignore", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1).replace("*.json", ".json"));
    expect(readFileSync(".dockerignore", "utf8").startsWith("*\n")).toBe(true);
    expect(allowed.filter((path) => !existsSync(path))).toEqual([]);
    const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
    expect(
      allowed.filter((path) => !tracked.some((file) => file === path || file.startsWith(`${path}/`))),
    ).toEqual([]);
    for (const secret of [".env", "build", "node_modules", "dist"]) expect(allowed).not.toContain(secret);
  });
});

describe("compose.yaml", () => {
  it("runs two equal replicas and a balancer, read-only and without privileges", () => {
    expect(Object.keys(services)).toEqual(["replica-1", "replica-2", "balancer"]);
    expect(services["replica-1"]).toEqual(services["replica-2"]);
    for (const service of Object.values(services))
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
      });
  });

  it("gives the balancer the configuration that npm run balancer:check uses, with all its variables", () => {
    const { balancer } = services;
    expect(balancer?.volumes).toEqual(["./deploy/haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro"]);
    const configuration = readFileSync("deploy/haproxy.cfg", "utf8");
    const used = [...configuration.matchAll(/"\$(\w+)"/g)].map(([, name]) => name);
    expect(used.sort()).toEqual(Object.keys(balancer?.environment ?? {}).sort());
  });

  it("marks a stopping replica as down before it closes, and waits for the longest call", () => {
    const configuration = readFileSync("deploy/haproxy.cfg", "utf8");
    const getSeconds = (pattern: RegExp) => Number(pattern.exec(configuration)?.[1]);
    const detection =
      getSeconds(/inter (\d+)s/) * getSeconds(/fall (\d+)/) + getSeconds(/timeout check (\d+)s/);
    expect(detection).toBeLessThan(parseCliOptions(entry.slice(2)).shutdownDelaySeconds);
    // wait_for_responses takes 58 seconds.
    expect(getSeconds(/timeout server (\d+)s/)).toBeGreaterThan(60);
    expect(configuration).toMatch(/^ {2}retry-on conn-failure$/m);
  });
});
