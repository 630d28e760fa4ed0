/** An OAuth error, readable for hosts that run in a browser. */
export const oauthError = (
  status: number,
  error: string,
  description: string,
  headers?: Record<string, string>,
): Response =>
  Response.json(
    { error, error_description: description },
    {
      status,
      headers: {
        "cache-control": "no-store",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": "Retry-After",
        ...headers,
      },
    },
  );

/** The response to a host that has sent too many requests. */
export const tooManyRequests = (): Response =>
  oauthError(429, "temporarily_unavailable", "Too many requests. Try again in a minute.", {
    "retry-after": "60",
  });
