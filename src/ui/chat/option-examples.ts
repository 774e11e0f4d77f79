/** A schema to start from. */
export const exampleSchema = JSON.stringify(
  {
    type: "object",
    properties: {
      city: { type: "string" },
      country: { type: "string" },
      inhabitants: { type: "integer" },
    },
    required: ["city", "country", "inhabitants"],
    additionalProperties: false,
  },
  null,
  2,
);

/** A tool to start from. */
export const exampleTools = JSON.stringify(
  [
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "The weather in a city, now",
        parameters: {
          type: "object",
          properties: {
            city: { type: "string" },
            unit: { type: "string", enum: ["celsius", "fahrenheit"] },
          },
          required: ["city"],
        },
      },
    },
  ],
  null,
  2,
);
