import { useCallback, useMemo, useState } from 'react';

export interface RowSelection {
  ids: ReadonlySet<number>;
  /** More rows than are on the page, counted by the server in the current order ("first 500", "all 12,480"). */
  amount: number | undefined;
  count: number;
  toggle: (id: number) => void;
  set: (ids: Iterable<number>) => void;
  selectAmount: (amount: number) => void;
  clear: () => void;
}

/** Selected rows: either ids, or an amount taken from the top of the current filters and sort. */
export function useRowSelection(): RowSelection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const [amount, setAmount] = useState<number | undefined>();
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
  const selectAmount = useCallback((next: number) => {
    setIds(new Set());
    setAmount(next);
  }, []);
  const clear = useCallback(() => {
    setAmount(undefined);
    setIds(new Set());
  }, []);
  return useMemo(
    () => ({ ids, amount, count: amount ?? ids.size, toggle, set, selectAmount, clear }),
    [ids, amount, toggle, set, selectAmount, clear],
  );
}
