/** Adds the site's security headers to responses, for hosts that do not set them. */

export interface Policy {
  /** Headers for everything that can run code. */
  code: Readonly<Record<string, string>>;
  /** Additional headers for pages. */
  page: Readonly<Record<string, string>>;
}

/** The response with the policy's headers. */
export function withPolicy(response: Response, policy: Policy): Response {
  const type = response.headers.get("Content-Type") ?? "";
  // A redirect has to be passed on unchanged.
  if (response.type === "opaqueredirect" || !/html|javascript/.test(type)) return response;
  const headers = new Headers(response.headers);
  const added = { ...policy.code, ...(/html/.test(type) ? policy.page : {}) };
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
