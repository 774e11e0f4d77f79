import { randomId } from "../../engine/random-id.ts";

/** Gives a response what each must have: an id to speak of it by, and no body where `HEAD` asked for none. */
export async function finishResponse(
  { method }: Pick<Request, "method">,
  response: Response,
): Promise<Response> {
  let finished = response;
  if (method === "HEAD") {
    await response.body?.cancel();
    finished = new Response(null, response);
  }
  if (!finished.headers.has("x-request-id")) {
    finished.headers.set("x-request-id", randomId("req_"));
  }
  return finished;
}
