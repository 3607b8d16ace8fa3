/** Who has asked this process lately. An organization that is alone may use the machine; beside others it uses a share. */
export interface Presence {
  see(organizationId: number): void;
  isAlone(organizationId: number): boolean;
}

/** A caller counts as present for this long after a request. */
const PRESENT_IN_MS = 2000;

export function createPresence(): Presence {
  const neverSeen = { id: 0, at: Number.NEGATIVE_INFINITY };
  // The last caller and the one before: enough to know whether there is only one.
  let last = neverSeen;
  let other = neverSeen;
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
