/** Imports whose progress this page has seen, with when it first did and how many rows were read then. */
export type Followed = Map<number, { since: number; rows: number }>;

const followed: Followed = new Map();

/** Records an import that was started here: its end is shown even if it is the first message about it. */
export function followImport(id: number): void {
  followed.set(id, { since: Date.now(), rows: 0 });
}

/** The imports of this page; those that ended before it opened are not among them. */
export function readFollowed(): Followed {
  return followed;
}
