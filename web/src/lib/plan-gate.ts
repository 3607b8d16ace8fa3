/** Listener for refusals because neither a trial nor a subscription is active. */
const listeners = new Set<() => void>();

export const planGate = {
  noteRefusal(): void {
    for (const listener of listeners) listener();
  },
  /** Answers how to stop listening. */
  onRefusal(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
