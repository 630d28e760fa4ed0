import { lookup } from "node:dns/promises";
import {
  createClient,
  defaultBaseUrl,
  InvalidInputError,
  type Transport,
  toSentence,
} from "../../src/api/core.ts";
import {
  type Environment,
  findProxyVariable,
  readProxySettings,
  sendsKeyInClearText,
} from "../../src/api/setup.ts";
import { CliError } from "../cli.ts";
import { isTurnedOn, removePlaceholders } from "../environment.ts";
import { createServiceTransport } from "../runtime/service-transport.ts";
import { nameVariables } from "../runtime/variable-names.ts";
import { checkDocument, explainMissingDocument, loadDocument } from "./document-check.ts";
import { checkKeyForm, checkNode } from "./local-checks.ts";
import { checkDns, checkProxy, checkTls, type HostLookup, type Route } from "./network-checks.ts";
import { checkReachability, getConnectionFailure } from "./reachability.ts";
import { type Check, type CheckName, checkLabels } from "./report.ts";
import { checkAccount, checkClock } from "./service-checks.ts";
import { watchService } from "./service-watch.ts";

/** What the checks depend on. */
export interface CheckSettings {
  environment: Environment;
  withoutKey: boolean;
  /** Default: Node's. */
  lookup?: HostLookup;
  /** Sends the requests. Default: undici. */
  transport?: Transport;
  /** Milliseconds since 1970. Default: the machine's clock. */
  now?: () => number;
}

/** Deadline of each request, in milliseconds. */
const deadlineMs = 30_000;

/** The checks that need a key, in their order. */
const accountChecks = ["key", "plan", "rate-limit", "polls"] as const;

/**
 * Runs the checks, each after those that it depends on. Yields each as soon as it is known. A check that throws an unexpected
 * error counts as failed, and those after it as not checked.
 */
export async function* runChecks(settings: CheckSettings): AsyncGenerator<Check, void> {
  const left = [...order];
  try {
    for await (const check of runInOrder(settings)) {
      left.splice(left.indexOf(check.name), 1);
      yield check;
    }
  } catch (error) {
    const [name, ...rest] = left;
    if (name === undefined) throw error;
    const advice = "This is a mistake in rallly-mcp: report it with this line.";
    yield { name, status: "failed", found: `stopped with an unexpected error: ${String(error)}`, advice };
    for (const next of rest) yield { name: next, status: "not-checked", found: `needs ${checkLabels[name]}` };
  }
}

async function* runInOrder(settings: CheckSettings): AsyncGenerator<Check, void> {
  const { environment, withoutKey, now = Date.now } = settings;
  yield checkNode();
  const keyForm = checkKeyForm(environment["RALLLY_API_KEY"], withoutKey);
  yield keyForm;
  const variables = removePlaceholders(environment);
  const baseUrl = variables["RALLLY_BASE_URL"]?.trim() || defaultBaseUrl;
  const allowHttp = readAllowHttp(variables);
  const address = typeof allowHttp === "boolean" ? checkBaseUrl(baseUrl, allowHttp) : allowHttp;
  yield address;
  if (typeof allowHttp !== "boolean" || address.status === "failed")
    return yield* skipFrom("dns", "needs a base URL");

  const url = new URL(baseUrl);
  const proxy = readProxySettings(variables)(url);
  if (proxy && "path" in proxy) {
    yield { name: "dns", status: "not-checked", found: "needs the proxy" };
    yield { name: "proxy", status: "failed", found: `${proxy.path} is invalid`, advice: `${proxy.message}.` };
    return yield* skipFrom("tls", "needs the proxy");
  }
  const route: Route = proxy;
  const variable = findProxyVariable(variables, url);
  const unused = variable === undefined ? undefined : { variable, host: url.hostname };
  const dns = await checkDns(url, route, settings.lookup ?? ((host) => lookup(host, { all: true })));
  yield dns;
  if (dns.status === "failed") {
    yield checkProxy(route, undefined, unused);
    return yield* skipFrom("tls", "needs DNS");
  }

  const watch = watchService(settings.transport ?? (await createServiceTransport(variables)), now);
  try {
    const connect = (apiKey: string) =>
      createClient({
        apiKey,
        baseUrl,
        allowHttp,
        transport: watch.transport,
        attempts: 1,
        maxWaitMs: 0,
        deadlineMs,
      });
    // No key is sent before it is known who responds.
    const loaded = await loadDocument(connect("none"));
    const first = watch.latest();
    const error = "error" in loaded ? loaded.error : undefined;
    const failure = getConnectionFailure(error, first);
    const viaProxy = checkProxy(route, failure, unused);
    yield viaProxy;
    if (viaProxy.status === "failed") return yield* skipFrom("tls", "needs the proxy");
    yield checkTls(url, watch.certificate(), failure, {
      now: now(),
      extraFile: variables["NODE_EXTRA_CA_CERTS"],
    });
    const reachability = checkReachability(first, error);
    yield reachability;
    if (reachability.status !== "ok") return yield* skipFrom("key", "needs the service");

    const account =
      keyForm.status === "ok" || keyForm.status === "warning"
        ? await checkAccount(connect(environment["RALLLY_API_KEY"] ?? ""), watch)
        : accountChecks.map(
            (name): Check =>
              withoutKey
                ? { name, status: "skipped", found: "--without-key" }
                : { name, status: "not-checked", found: "needs a key" },
          );
    yield* account.filter(({ name }) => name !== "polls");
    // The response to a request with a key is never from a cache.
    yield checkClock(watch.latest());
    yield* account.filter(({ name }) => name === "polls");
    yield error ? explainMissingDocument(error) : checkDocument("document" in loaded && loaded.document);
  } finally {
    watch.close();
  }
}

const order = Object.keys(checkLabels) as CheckName[];

/** The checks from one on that an earlier failure prevents. */
function* skipFrom(first: CheckName, found: string): Generator<Check, void> {
  for (const name of order.slice(order.indexOf(first))) yield { name, status: "not-checked", found };
}

/** The value of RALLLY_ALLOW_HTTP, read as the server reads it, or why it is invalid. */
function readAllowHttp(variables: Environment): boolean | Check {
  try {
    return isTurnedOn(variables, "RALLLY_ALLOW_HTTP");
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const found = "RALLLY_ALLOW_HTTP is invalid";
    return { name: "base-url", status: "failed", found, advice: `${error.message}.` };
  }
}

function checkBaseUrl(baseUrl: string, allowHttp: boolean): Check {
  const name = "base-url";
  try {
    createClient({
      apiKey: "none",
      baseUrl,
      allowHttp,
      transport: () => Promise.reject(new Error("unused")),
    });
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const [problem] = error.problems;
    const advice = nameVariables(toSentence(problem?.message ?? ""));
    return { name, status: "failed", found: "RALLLY_BASE_URL is invalid", advice };
  }
  if (sendsKeyInClearText(baseUrl)) {
    const advice = "The API key and the polls travel in clear text. Use https:// if the server offers it.";
    return { name, status: "warning", found: baseUrl, advice };
  }
  return { name, status: "ok", found: baseUrl };
}
