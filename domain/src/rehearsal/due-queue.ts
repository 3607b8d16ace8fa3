/** Something that is due at an instant (milliseconds since 1970); ties go by id. */
export interface DueEntry {
  at: number;
  id: number;
}

/** Entries in the order in which they fall due: a binary heap. */
export class DueHeap<Entry extends DueEntry> {
  private readonly entries: Entry[] = [];

  get size(): number {
    return this.entries.length;
  }

  peek(): Entry | undefined {
    return this.entries[0];
  }

  push(entry: Entry): void {
    const { entries } = this;
    let index = entries.length;
    entries.push(entry);
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!isBefore(entry, entries[above]!)) break;
      entries[index] = entries[above]!;
      index = above;
    }
    entries[index] = entry;
  }

  pop(): Entry | undefined {
    const { entries } = this;
    const first = entries[0];
    const last = entries.pop();
    if (first === undefined || last === undefined || entries.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      if (left >= entries.length) break;
      const child = left + 1 < entries.length && isBefore(entries[left + 1]!, entries[left]!) ? left + 1 : left;
      if (!isBefore(entries[child]!, last)) break;
      entries[index] = entries[child]!;
      index = child;
    }
    entries[index] = last;
    return first;
  }
}

function isBefore(a: DueEntry, b: DueEntry): boolean {
  return a.at < b.at || (a.at === b.at && a.id < b.id);
}

/** A queue of leads: those whose time has come, and those it has not. An entry that is stale is passed over. */
export class LeadQueue<Entry extends DueEntry> {
  private readonly due = new DueHeap<Entry>();
  private readonly later = new DueHeap<Entry>();
  private readonly isStale: (entry: Entry) => boolean;

  constructor(isStale: (entry: Entry) => boolean) {
    this.isStale = isStale;
  }

  /** Entries that are due; stale ones that were not met yet count. */
  get waiting(): number {
    return this.due.size;
  }

  push(entry: Entry): void {
    this.later.push(entry);
  }

  /** Moves what has become due to the front. */
  wake(now: number): void {
    for (let next = this.later.peek(); next !== undefined && next.at <= now; next = this.later.peek()) {
      this.later.pop();
      if (!this.isStale(next)) this.due.push(next);
    }
  }

  /** The longest waiting due entry. */
  peek(): Entry | undefined {
    while (this.due.size > 0 && this.isStale(this.due.peek()!)) this.due.pop();
    return this.due.peek();
  }

  shift(): Entry | undefined {
    const entry = this.peek();
    if (entry !== undefined) this.due.pop();
    return entry;
  }

  /** When the next entry that is not due yet falls due. */
  nextAt(): number | undefined {
    while (this.later.size > 0 && this.isStale(this.later.peek()!)) this.later.pop();
    return this.later.peek()?.at;
  }
}
