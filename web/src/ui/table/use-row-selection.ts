import { useCallback, useMemo, useState } from 'react';

export interface RowSelection {
  ids: ReadonlySet<number>;
  /** More rows than are on the page, counted by the server in the current order ("first 500", "all 12,480"). */
  amount: number | undefined;
  /** Whom the amount meant when it was chosen: what comes in later is not among them. Unknown where there are very many. */
  seen: ReadonlySet<number> | undefined;
  count: number;
  toggle: (id: number) => void;
  set: (ids: Iterable<number>) => void;
  selectAmount: (amount: number, seen?: Iterable<number>) => void;
  clear: () => void;
}

/** Selected rows: either ids, or an amount taken from the top of the current filters and sort. */
export function useRowSelection(): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [amount, setAmount] = useState<number | undefined>();
  const [seen, setSeen] = useState<ReadonlySet<number> | undefined>();
  const toggle = useCallback((id: number) => {
    setAmount(undefined);
    setIds((current) => {
      const next = new Set(current);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const set = useCallback((next: Iterable<number>) => {
    setAmount(undefined);
    setIds(new Set(next));
  }, []);
  const selectAmount = useCallback((next: number, meant?: Iterable<number>) => {
    const people = meant && new Set(meant);
    setIds(new Set());
    setSeen(people);
    setAmount(people?.size ?? next);
  }, []);
  const clear = useCallback(() => {
    setAmount(undefined);
    setIds(new Set());
  }, []);
  return useMemo(() => {
    const known = amount === undefined ? undefined : seen;
    return { ids, amount, seen: known, count: amount ?? ids.size, toggle, set, selectAmount, clear };
  }, [ids, amount, seen, toggle, set, selectAmount, clear]);
}
