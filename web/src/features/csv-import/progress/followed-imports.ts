/** Imports whose progress this page has seen, with when it first did and how many rows were read then. */
export type Followed = Map<number, { since: number; rows: number }>;

const followed: Followed = new Map();

/** Notes an import that was started here: its end is told even when it came before anything else was heard of it. */
export function followImport(id: number): void {
  followed.set(id, { since: Date.now(), rows: 0 });
}

/** The imports of this page; those that ended before it opened are nobody's news and not among them. */
export function readFollowed(): Followed {
  return followed;
}
