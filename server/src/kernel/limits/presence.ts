/** Who has asked this process lately. An organisation that is alone may use the machine; beside others it uses a share. */
export interface Presence {
  see(organizationId: number): void;
  isAlone(organizationId: number): boolean;
}

/** Whoever asked this lately is still there. */
const PRESENT_IN_MS = 2000;

export function createPresence(): Presence {
  const nobody = { id: 0, at: Number.NEGATIVE_INFINITY };
  // Who asked last, and who before them: enough to know whether somebody is alone.
  let last = nobody;
  let other = nobody;
  return {
    see(id) {
      if (last.id !== id) other = last;
      last = { id, at: performance.now() };
    },
    isAlone(id) {
      const someoneElse = last.id === id ? other : last;
      return performance.now() - someoneElse.at > PRESENT_IN_MS;
    },
  };
}
