import { methodOf, pathOf } from "../presets.ts";
import { jsLiteral } from "./js-literal.ts";
import type { SampleRequest } from "./sample-request.ts";

/** The request with nothing but the platform, and a parser where the answer is a stream. */
export function fetchSample({ route, body, model, baseUrl }: SampleRequest): string {
  const url = JSON.stringify(`${baseUrl}/${pathOf(route, model)}`);
  if (methodOf(route) === "GET" || !body) {
    return `const response = await fetch(${url});
console.log(await response.json());
`;
  }
  const request = `const response = await fetch(${url}, {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(${jsLiteral(body, "  ")}),
});
`;
  if (body["stream"] !== true) return `${request}console.log(await response.json());\n`;
  return `import { EventSourceParserStream } from "eventsource-parser/stream";

${request}const events = response.body
  .pipeThrough(new TextDecoderStream())
  .pipeThrough(new EventSourceParserStream());
for await (const { data } of events) {
  if (data === "[DONE]") break;
  console.log(JSON.parse(data));
}
`;
}
