interface DemoAnswer {
  /** Milliseconds between frames. */
  readonly pace: number;
  frames(model: string): object[];
  whole(model: string): object;
}

const markdown = `A rainbow forms when sunlight enters a raindrop, **bends**, bounces off the back, and bends again on the way out.

## What happens in a drop

1. Light slows down as it enters the water, so it *refracts*.
2. Each colour bends by its own angle; violet more than red.
3. The inner surface reflects it back towards you, at about 42°.

| Colour | Wavelength | Angle |
| :-- | --: | --: |
| Red | 700 nm | 42.4° |
| Green | 530 nm | 41.4° |
| Violet | 400 nm | 40.6° |

The same as a few lines of code:

\`\`\`js
const refract = (angle, from = 1, to = 1.333) => Math.asin((from / to) * Math.sin(angle)); // Snell's law, a line that is long on purpose
console.log(refract(Math.PI / 3));
\`\`\`

> A double rainbow is light that was reflected twice, so its colours run the other way.

Read more at [Wikipedia](https://en.wikipedia.org/wiki/Rainbow), & note that <b>raw HTML</b> stays text.`;

const texts: readonly (readonly [RegExp, string])[] = [
  [
    /مرحبا|عرب/u,
    "أهلاً! هذا نموذج لغوي يعمل داخل هذه الصفحة، ولا يغادر ما تكتبه جهازك.\n\n- أولاً: اسأل ما تشاء.\n- ثانياً: استعمل `fetch` كما هو.",
  ],
  [
    /long/u,
    `${"Pneumonoultramicroscopicsilicovolcanoconiosis".repeat(6)}\n\n${"This sentence is repeated to fill the page and to see how a long answer reads. ".repeat(40)}`,
  ],
  [
    /table|herb/u,
    "| Herb | Goes well with |\n| --- | --- |\n| Basil | Tomatoes |\n| Dill | Fish |\n| Sage | Butter |\n| Thyme | Mushrooms |\n| Mint | Peas |",
  ],
];

/** Scripted words for a request; picked by what the last message says. */
export function demoAnswer(body: Record<string, unknown>): DemoAnswer {
  const messages = body["messages"] as readonly { content?: string | null; role: string }[];
  const asked = messages.at(-1)?.content ?? "";
  const base = { id: "chatcmpl-demo", created: Math.floor(Date.now() / 1000) };
  const text = body["response_format"]
    ? '{"city":"Paris","country":"France","inhabitants":2102650}'
    : (texts.find(([pattern]) => pattern.test(asked))?.[1] ?? markdown);
  const pieces = text.match(/\s?[^\s]+|\s+/gu) ?? [];
  const limit = Number(body["max_completion_tokens"] ?? Infinity);
  const cut = pieces.length > limit;
  const usage = {
    prompt_tokens: 36,
    completion_tokens: pieces.length,
    total_tokens: 36 + pieces.length,
  };
  const calls = Array.isArray(body["tools"]) && messages.at(-1)?.role !== "tool";
  const chunk = (model: string, delta: object, finish: string | null = null) => ({
    ...base,
    object: "chat.completion.chunk",
    model,
    choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
  });
  return {
    pace: 24,
    frames: (model) => [
      chunk(model, { role: "assistant", content: "" }),
      ...(calls
        ? [
            chunk(model, {
              tool_calls: [
                {
                  index: 0,
                  id: "call_demo",
                  type: "function",
                  function: { name: "get_weather", arguments: "" },
                },
              ],
            }),
            ...['{"city":', '"Paris",', '"unit":', '"celsius"}'].map((part) =>
              chunk(model, { tool_calls: [{ index: 0, function: { arguments: part } }] }),
            ),
            chunk(model, {}, "tool_calls"),
          ]
        : [
            ...pieces.slice(0, limit).map((content) => chunk(model, { content })),
            chunk(model, {}, cut ? "length" : "stop"),
          ]),
      { ...base, object: "chat.completion.chunk", model, choices: [], usage },
    ],
    whole: (model) => ({
      ...base,
      object: "chat.completion",
      model,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text },
          finish_reason: "stop",
          logprobs: null,
        },
      ],
      usage,
    }),
  };
}
