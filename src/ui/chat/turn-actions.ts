import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import type { AnswerEvent } from "./slash-answer.ts";
import type { RemedyEvent } from "./slash-fault.ts";
import type { EditEvent } from "./slash-question.ts";

/** What the buttons at the turns of a conversation do. */
export class TurnActions {
  readonly #app: AppState;
  readonly #router: Router;

  constructor(app: AppState, router: Router) {
    this.#app = app;
    this.#router = router;
  }

  onAnswer(event: AnswerEvent): void {
    if (event.action === "continue") void this.#app.chat.continue(event.turnId);
    else void this.#replace(event.turnId, words.chat.regenerated);
  }

  onEdit(event: EditEvent): void {
    void this.#replace(event.turnId, words.chat.edited, event.text);
  }

  onRemedy(event: RemedyEvent): void {
    if (event.remedy === "see-models") this.#router.go("models");
    else if (event.remedy === "new-chat") this.#router.go("chat");
    // Answering loads the model, and fetches it before if it has to.
    else void this.#app.chat.again(event.turnId);
  }

  /** What is replaced can be had back. */
  async #replace(turnId: string, said: string, text?: string): Promise<void> {
    const undo = await this.#app.chat.again(turnId, text);
    if (!undo) return;
    this.#app.notices.show({ text: said, action: { label: words.common.undo, run: undo } });
  }
}
