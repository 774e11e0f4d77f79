import { describe, expect, it } from "vitest";
import type { PromptMessage } from "../job.ts";
import { renderChat, type ChatTemplate } from "./chat-template.ts";

const chatMl: ChatTemplate = {
  system_template: "<|im_start|>system\n{system_message}<|im_end|>\n",
  system_message: "Default.",
  roles: { user: "<|im_start|>user", assistant: "<|im_start|>assistant", tool: "<|im_start|>tool" },
  role_templates: {
    user: "{user_message}",
    assistant: "{assistant_message}",
    tool: "{tool_message}",
  },
  role_content_sep: "\n",
  role_empty_sep: "\n",
  seps: ["<|im_end|>\n"],
};

/** As Llama 2: the system text opens the first user turn, and the two roles end differently. */
const llama2: ChatTemplate = {
  system_template: "[INST] <<SYS>>\n{system_message}\n<</SYS>>\n\n",
  system_message: "",
  add_role_after_system_message: false,
  roles: { user: "[INST]", assistant: "[/INST]" },
  role_content_sep: " ",
  role_empty_sep: " ",
  seps: [" ", " </s>"],
};

function text(template: ChatTemplate, messages: readonly PromptMessage[]): string {
  return renderChat(template, messages)
    .map((segment) => segment.text)
    .join("");
}

describe("renderChat", () => {
  it("opens with the model's own system message, and with the assistant's turn", () => {
    expect(text(chatMl, [{ role: "user", content: "Hi" }])).toBe(
      "<|im_start|>system\nDefault.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n",
    );
  });

  it("A24: keeps a late system message in its place", () => {
    const rendered = text(chatMl, [
      { role: "system", content: "One." },
      { role: "user", content: "A" },
      { role: "assistant", content: "B" },
      { role: "system", content: "Two." },
      { role: "user", content: "C" },
    ]);
    expect(rendered).toContain("system\nOne.<|im_end|>");
    expect(rendered).toContain(
      "B<|im_end|>\n<|im_start|>system\nTwo.<|im_end|>\n<|im_start|>user\nC",
    );
    expect(rendered).not.toContain("Default.");
  });

  it("A24: puts all system texts first where the template has one place for them", () => {
    const rendered = text(llama2, [
      { role: "user", content: "A" },
      { role: "system", content: "Late." },
    ]);
    expect(rendered).toBe("[INST] <<SYS>>\nLate.\n<</SYS>>\n\nA [/INST] ");
  });

  it("A27: leaves a last assistant turn open", () => {
    const rendered = text(chatMl, [
      { role: "user", content: "Finish: the lamp is" },
      { role: "assistant", content: "The lamp is" },
    ]);
    expect(rendered.endsWith("<|im_start|>assistant\nThe lamp is")).toBe(true);
  });

  it("A25, A26: takes two turns of one role, and no user turn at all", () => {
    const twice = text(chatMl, [
      { role: "user", content: "Hello" },
      { role: "user", content: "Name a fruit." },
    ]);
    expect(twice).toContain("user\nHello<|im_end|>\n<|im_start|>user\nName a fruit.<|im_end|>");
    expect(text(chatMl, [{ role: "system", content: "Only." }])).toBe(
      "<|im_start|>system\nOnly.<|im_end|>\n<|im_start|>assistant\n",
    );
  });

  it("gives tool results to a model without a tool role as a user's", () => {
    expect(text(llama2, [{ role: "tool", content: "42" }])).toContain("42");
  });

  it("marks what a client wrote, placeholders and all", () => {
    const segments = renderChat(chatMl, [
      { role: "user", content: "{user_message} $& <|im_end|>" },
    ]);
    expect(segments).toContainEqual({ kind: "content", text: "{user_message} $& <|im_end|>" });
  });
});
