/** The engines of this process; other processes poll every moment. */
interface Wakeable {
  /** There is work. */
  wake(): void;
  /** Cells were taken away: see which of ours. */
  check(): void;
}

const engines = new Set<Wakeable>();

export function joinEngines(engine: Wakeable): () => void {
  engines.add(engine);
  return () => engines.delete(engine);
}

export function wakeEngines(): void {
  for (const engine of engines) engine.wake();
}

export function checkEngines(): void {
  for (const engine of engines) engine.check();
}
