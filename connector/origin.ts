import { isLoopback } from "../src/api/web.ts";

/** A Worker has a few host names. More would be a mistake of its routes. */
const maxOrigins = 20;

/** Returns `create` with its results cached for the first {@link maxOrigins} origins, so that memory is bounded. */
export function oncePerOrigin<Value>(create: (origin: string) => Value): (origin: string) => Value {
  const known = new Map<string, Value>();
  return (origin) => {
    const value = known.get(origin) ?? create(origin);
    if (known.size < maxOrigins) known.set(origin, value);
    return value;
  };
}

/** Whether a key may travel to this URL: by HTTPS, or on this machine. The OAuth library refuses other origins too. */
export function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || isLoopback(hostname);
}
