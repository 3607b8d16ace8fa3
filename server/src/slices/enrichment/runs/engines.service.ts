/** The engines of this process; others look by themselves every moment. */
interface Doorbell {
  /** There is work. */
  ring(): void;
  /** Cells were taken away: see which of ours. */
  check(): void;
}

const engines = new Set<Doorbell>();

export function joinEngines(engine: Doorbell): () => void {
  engines.add(engine);
  return () => engines.delete(engine);
}

export function ringEngines(): void {
  for (const engine of engines) engine.ring();
}

export function checkEngines(): void {
  for (const engine of engines) engine.check();
}
