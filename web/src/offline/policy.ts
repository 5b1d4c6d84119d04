/** What the site's answers say of themselves, on hosts that set no headers, too. */

export interface Policy {
  /** For whatever can run code. */
  code: Readonly<Record<string, string>>;
  /** For pages besides. */
  page: Readonly<Record<string, string>>;
}

/** The same response with the policy's headers. */
export function withPolicy(response: Response, policy: Policy): Response {
  const type = response.headers.get("Content-Type") ?? "";
  // An address that leads elsewhere has to be handed on as it is.
  if (response.type === "opaqueredirect" || !/html|javascript/.test(type)) return response;
  const headers = new Headers(response.headers);
  const added = { ...policy.code, ...(/html/.test(type) ? policy.page : {}) };
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
