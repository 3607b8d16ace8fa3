const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields that were changed since `base`: saving only those leaves alone what others changed. */
export function pickChanged<Fields extends object>(base: Fields, mine: Fields): Partial<Fields> {
  const entries = Object.entries(mine).filter(([name, value]) => !isSame(value, base[name as keyof Fields]));
  return Object.fromEntries(entries) as Partial<Fields>;
}

/** Names of the fields that two people changed since `base`, each to something else. */
export function findOverlap<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): (keyof Fields)[] {
  const names = Object.keys(pickChanged(base, mine)) as (keyof Fields)[];
  return names.filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name]));
}
