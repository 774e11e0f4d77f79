import { jsLiteral } from "./js-literal.ts";
import type { SampleRequest } from "./sample-request.ts";

/** The request with the \`openai\` package. */
export function openaiSample({ route, body, model, baseUrl }: SampleRequest): string {
  const start = `import OpenAI from "openai";

const openai = new OpenAI({
  baseURL: ${JSON.stringify(baseUrl)},
  apiKey: "none", // the client wants one; nobody reads it
  dangerouslyAllowBrowser: true, // there is no key to steal
});
`;
  if (route === "models") {
    return `${start}
for await (const model of openai.models.list()) console.log(model.id);
`;
  }
  if (route === "models/{id}") {
    return `${start}
console.log(await openai.models.retrieve(${JSON.stringify(model)}));
`;
  }
  const call = {
    "chat/completions": "chat.completions.create",
    completions: "completions.create",
    embeddings: "embeddings.create",
    responses: "responses.create",
  }[route];
  const request = `openai.${call}(${jsLiteral(body)})`;
  if (body?.["stream"] === true) {
    return `${start}
const stream = await ${request};
for await (const chunk of stream) console.log(chunk);
`;
  }
  return `${start}
const answer = await ${request};
console.log(answer);
`;
}
