import { html, LitElement, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import type { ModelInfo } from "../../engine/model-info.ts";
import { base } from "../shared/base.styles.ts";
import { placeStyles } from "../shared/place.styles.ts";
import { followStores } from "../shared/follow-stores.ts";
import { formatBytes, formatCount } from "../shared/format.ts";
import { askToKeep, readRoom, type StorageRoom } from "../shared/storage-room.ts";
import type { Router } from "../shell/router.ts";
import type { AppState } from "../state/app-state.ts";
import { words } from "../words.ts";
import type { ModelActionEvent } from "./slash-model-actions.ts";
import { modelsStyles } from "./slash-models.styles.ts";
import { groupModels, type ModelGroups } from "./sort-models.ts";
import "./slash-add-files.ts";
import "./slash-add-model.ts";
import "./slash-model-actions.ts";
import "./slash-storage-bar.ts";

/** With more models than this, a search field helps. */
const searchFrom = 8;
/** So many of those that could be fetched are shown unasked, the smallest first. */
const firstShown = 12;

/** What is here, what this device can run, and what is being fetched. */
@customElement("slash-models")
export class SlashModels extends LitElement {
  static override readonly styles = [base, placeStyles, modelsStyles];

  @property({ attribute: false }) app!: AppState;
  @property({ attribute: false }) router!: Router;
  @state() private room: StorageRoom | null = null;
  @state() private search = "";
  @state() private all = false;
  @state() private paused: ReadonlySet<string> = new Set();

  constructor() {
    super();
    followStores(this, () => [this.app.engine, this.app.settings]);
  }

  protected override firstUpdated() {
    void this.#readRoom();
    let known = this.app.engine.state.models;
    // Fetching and deleting change the list, and with it the room there is.
    this.app.engine.addEventListener("change", () => {
      if (known === this.app.engine.state.models) return;
      known = this.app.engine.state.models;
      void this.#readRoom();
    });
  }

  async #readRoom() {
    this.room = await readRoom();
  }

  override render() {
    const { models } = this.app.engine.state;
    const w = words.models;
    const groups = groupModels(models ?? [], this.search);
    const few = !this.all && this.search === "" && groups.fits.length > firstShown;
    return html`<div class="scroll">
      <div class="page">
        <header>
          <h1>${words.places.models}</h1>
          <p class="hint">${w.intro}</p>
        </header>
        <slash-storage-bar .room=${this.room} @slash-keep=${this.#keep}></slash-storage-bar>
        ${
          (models?.length ?? 0) > searchFrom
            ? html`<input
                type="search"
                aria-label=${w.search}
                placeholder=${w.search}
                .value=${this.search}
                @input=${(event: Event) => (this.search = (event.target as HTMLInputElement).value)}
              />`
            : nothing
        }
        ${
          models
            ? html`${this.#group("here", groups.here, this.search ? null : w.nothingHere)}
              ${this.#group("fits", few ? groups.fits.slice(0, firstShown) : groups.fits, null, groups.fits.length)}
              ${few ? html`<button class="all" @click=${() => (this.all = true)}>${w.showAll(groups.fits.length)}</button>` : nothing}
              ${this.#group("unfit", groups.unfit)}`
            : html`<p class="hint">${w.reading}</p>`
        }
        ${
          this.search && Object.values(groups).every((group) => group.length === 0)
            ? html`<p class="hint">${w.noMatch(this.search)}</p>`
            : nothing
        }
        <slash-add-model .app=${this.app}></slash-add-model>
        <slash-add-files .app=${this.app}></slash-add-files>
      </div>
    </div>`;
  }

  #group(
    key: keyof ModelGroups,
    models: readonly ModelInfo[],
    empty: string | null = null,
    count = models.length,
  ) {
    if (models.length === 0 && empty === null) return nothing;
    const w = words.models;
    return html`<section aria-labelledby=${key}>
      <h2 id=${key}>${w[key]} <span class="count">${count}</span></h2>
      ${
        models.length === 0
          ? html`<p class="hint">${empty}</p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">${w.model}</th>
                  <th scope="col" class="number">${w.parameters}</th>
                  <th scope="col" class="number">${w.size}</th>
                  <th scope="col" class="number">${w.context}</th>
                  <th scope="col">${w.can}</th>
                  <th scope="col"><span class="unseen">${w.actions}</span></th>
                </tr>
              </thead>
              <tbody @slash-model-action=${this.#act}>
                ${repeat(
                  models,
                  (model) => model.id,
                  (model) => this.#row(model),
                )}
              </tbody>
            </table>`
      }
    </section>`;
  }

  #row(model: ModelInfo) {
    const { engine, settings } = this.app;
    const { status, own, faults } = engine.state;
    const w = words.models;
    const able = model.capabilities;
    const abilities = (["chat", "tools", "json", "embeddings"] as const).filter((key) => able[key]);
    const chosen = engine.chosen(settings.state.model)?.id === model.id;
    const loading = status?.state === "loading" && status.model === model.id;
    const progress = status?.downloads[model.id] ?? (loading ? status.progress : null);
    return html`<tr>
      <th scope="row">
        <div class="title">
          <span class="name" dir="auto">${model.name}</span>
          ${model.state === "loaded" ? html`<span class="badge good">${w.loaded}</span>` : nothing}
          ${chosen && model.state !== "absent" ? html`<span class="badge">${w.default}</span>` : nothing}
          ${model.embedded ? html`<span class="badge">${w.embedded}</span>` : nothing}
        </div>
        <span class="id mono">${model.id}</span>
        ${model.unfit ? html`<span class="unfit">${model.unfit}</span>` : nothing}
        ${faults[model.id] ? html`<span class="fault" role="alert">${faults[model.id]}</span>` : nothing}
      </th>
      <td class="number" data-label=${w.parameters}>${model.parameters ?? "–"}</td>
      <td class="number" data-label=${w.size}>
        ${model.sizeBytes === null ? "–" : formatBytes(model.sizeBytes)}
        ${
          model.memoryBytes === null
            ? nothing
            : html`<span class="memory">${w.memory(formatBytes(model.memoryBytes))}</span>`
        }
      </td>
      <td class="number" data-label=${w.context}>
        ${model.contextLength > 0 ? formatCount(model.contextLength) : "–"}
      </td>
      <td data-label=${w.can}>${abilities.map((key) => w.abilities[key]).join(", ")}</td>
      <td class="actions">
        <slash-model-actions
          .model=${model}
          .progress=${progress}
          .free=${this.room ? this.room.quota - this.room.used : null}
          ?own=${own.has(model.id)}
          ?paused=${this.paused.has(model.id)}
          ?chosen=${chosen}
        ></slash-model-actions>
      </td>
    </tr>`;
  }

  readonly #act = async (event: ModelActionEvent) => {
    const { action, model } = event;
    const { engine, settings, notices } = this.app;
    if (action === "fetch") {
      this.#mark(model.id, false);
      void askToKeep();
      // What goes wrong is shown in the model's row.
      await engine.download(model.id).catch(() => undefined);
      await this.#readRoom();
    } else if (action === "pause") {
      engine.stop(model.id);
      if (model.state === "absent") this.#mark(model.id, true);
    } else if (action === "use") {
      settings.change({ model: model.id });
      await engine.load(model.id).catch(() => undefined);
    } else {
      this.#mark(model.id, false);
      await engine.remove(model.id);
      await this.#readRoom();
      if (action === "delete") notices.show({ text: words.models.deleted(model.name) });
    }
  };

  #mark(id: string, paused: boolean) {
    const next = new Set(this.paused);
    if (paused) next.add(id);
    else next.delete(id);
    this.paused = next;
  }

  readonly #keep = async () => {
    const granted = await askToKeep();
    await this.#readRoom();
    if (!granted) this.app.notices.show({ text: words.models.notGranted });
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "slash-models": SlashModels;
  }
}
