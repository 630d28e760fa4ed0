/** What a request asks for: the path as it came, dots and all, and the query. */
export interface Target {
  path: string;
  query: URLSearchParams;
}

/** Splits a request's URL. Not through URL, which would fold "..": what a client sends is what its tests must see. */
export function readTarget(url: string): Target {
  const [path = "", ...query] = url.split("?");
  return { path, query: new URLSearchParams(query.join("?")) };
}
