/** Computes again for another argument than the last one: requests come in series from one address, to one host, within one second. */
export function rememberLast<Given, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  let last: { given: Given; result: Result } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, result: compute(given) };
    return last.result;
  };
}

/**
 * A cache for public queries: the database is asked once, however many requests come. Requests during a query share its result;
 * failures are not cached.
 */
export function rememberFor<Answer>(
  milliseconds: number,
  maxKeys: number,
  ask: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const known = new Map<string, { at: number; answer: Promise<Answer> }>();
  return (key) => {
    const now = performance.now();
    const found = known.get(key);
    if (found && now - found.at < milliseconds) return found.answer;
    if (known.size >= maxKeys) known.clear();
    const answer = ask(key);
    known.set(key, { at: now, answer });
    answer.catch(() => known.delete(key));
    return answer;
  };
}
