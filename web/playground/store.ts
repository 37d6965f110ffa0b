import { useEffect, useState } from "preact/hooks";

/** A state that several parts of the page show. */
export class Store<State extends object> {
  readonly #listeners = new Set<() => void>();

  constructor(private current: State) {}

  get state(): State {
    return this.current;
  }

  update(change: Partial<State>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function useStore<State extends object>(store: Store<State>): State {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    setState(store.state);
    return store.subscribe(() => setState(store.state));
  }, [store]);
  return state;
}
