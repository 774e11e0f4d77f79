import type { PromptMessage } from "../job.ts";

/** The part of a model's `conv_template` (in its `mlc-chat-config.json`) that turns messages into text. */
export interface ChatTemplate {
  readonly system_template: string;
  readonly system_message: string;
  readonly render_empty_system_message?: boolean;
  readonly add_role_after_system_message?: boolean;
  readonly roles: { readonly user: string; readonly assistant: string; readonly tool?: string };
  readonly role_templates?: {
    readonly user?: string;
    readonly assistant?: string;
    readonly tool?: string;
  };
  readonly role_content_sep?: string;
  readonly role_empty_sep?: string;
  readonly seps: readonly string[];
}

/** A piece of a prompt. Control tokens are only read in `control` pieces, never in what a client wrote. */
export interface PromptSegment {
  readonly text: string;
  readonly kind: "control" | "content";
}

const SYSTEM_PLACEHOLDER = "{system_message}";
const DEFAULT_ROLE_SEPARATOR = ": ";

/**
 * Renders a conversation for a model and opens the assistant's turn; a last assistant message is left open instead, so
 * that the model goes on with it.
 *
 * Messages may come in any order. A system message that is not at the start stays in its place where the template's
 * system turn is complete in itself, and joins the first one where it isn't (Noineri/vibe_tavern#44).
 */
export function renderChat(
  template: ChatTemplate,
  messages: readonly PromptMessage[],
): readonly PromptSegment[] {
  const segments: PromptSegment[] = [];
  const control = (text: string): void =>
    void (text !== "" && segments.push({ text, kind: "control" }));
  const content = (text: string): void =>
    void (text !== "" && segments.push({ text, kind: "content" }));

  const separator = template.seps[0] ?? "";
  const systemInPlace = separator !== "" && template.system_template.endsWith(separator);
  const [leading, rest] = splitLeadingSystem(messages, systemInPlace);
  const systemText = leading ?? template.system_message;
  const hasSystem = systemText !== "" || template.render_empty_system_message !== false;
  if (hasSystem) systemTurn(template, systemText, control, content);

  const last = rest.length - 1;
  for (const [index, message] of rest.entries()) {
    if (message.role === "system") {
      systemTurn(template, message.content, control, content);
      continue;
    }
    const role =
      message.role === "tool" && template.roles.tool === undefined ? "user" : message.role;
    const bare = index === 0 && hasSystem && template.add_role_after_system_message === false;
    if (!bare) {
      control(
        `${template.roles[role] ?? ""}${template.role_content_sep ?? DEFAULT_ROLE_SEPARATOR}`,
      );
    }
    const [before, after] = around(template.role_templates?.[role], `{${role}_message}`);
    control(before);
    content(message.content);
    if (index === last && message.role === "assistant") return segments;
    control(after);
    control(template.seps[role === "assistant" ? 1 % template.seps.length : 0] ?? "");
  }
  control(`${template.roles.assistant}${template.role_empty_sep ?? DEFAULT_ROLE_SEPARATOR}`);
  return segments;
}

/** The system text that opens the prompt (null: none was given), and the messages after it. */
function splitLeadingSystem(
  messages: readonly PromptMessage[],
  systemInPlace: boolean,
): [string | null, readonly PromptMessage[]] {
  const isLeading = (index: number): boolean => {
    for (let at = 0; at <= index; at++) if (messages[at]?.role !== "system") return false;
    return true;
  };
  const leading = messages.filter(
    (message, index) => message.role === "system" && (!systemInPlace || isLeading(index)),
  );
  const rest = messages.filter((message) => !leading.includes(message));
  const text = leading.map((message) => message.content).join("\n\n");
  return [leading.length === 0 ? null : text, rest];
}

function systemTurn(
  template: ChatTemplate,
  text: string,
  control: (text: string) => void,
  content: (text: string) => void,
): void {
  const [before, after] = around(template.system_template, SYSTEM_PLACEHOLDER);
  control(before);
  content(text);
  control(after);
}

/** What a template has before and after its placeholder; function placeholders are not used here. */
function around(template: string | undefined, placeholder: string): [string, string] {
  if (template === undefined) return ["", ""];
  const clean = template.replaceAll("{function_string}", "");
  const at = clean.indexOf(placeholder);
  return at === -1 ? ["", ""] : [clean.slice(0, at), clean.slice(at + placeholder.length)];
}
