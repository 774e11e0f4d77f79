/** A JSON answer. Text is taken as JSON already. */
export function jsonResponse(
  body: object | string,
  status = 200,
  headers: Record<string, string> = {},
): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  });
}

export const JSON_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "application/json",
};
