/** Who is told when the server refuses something because neither a trial nor a subscription runs. */
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
