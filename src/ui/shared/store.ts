/**
 * A piece of the app's state that can be listened to. The state is replaced, never changed in place, so a
 * listener may compare by identity. Fires `change` after every replacement.
 */
export class Store<State extends object> extends EventTarget {
  #state: State;

  constructor(initial: State) {
    super();
    this.#state = initial;
  }

  get state(): State {
    return this.#state;
  }

  protected set(patch: Partial<State>): void {
    this.#state = { ...this.#state, ...patch };
    this.dispatchEvent(new Event("change"));
  }
}
