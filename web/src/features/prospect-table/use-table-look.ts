import { useMatches } from '@mantine/core';
import { ROW_HEIGHTS, type RowHeight } from '@overture/domain/leads/lead-tables';
import { useState } from 'react';
import { readStored, writeStored, writeStoredEntry } from '../../lib/storage.ts';
import { readColumnWidths, rememberColumnWidths } from '../../ui/table/columns.ts';

type Widths = Record<string, number>;

/** How a table looks on this machine: widths of columns, height of rows, and whether cells are edited. */
export interface TableLook {
  widths: Widths;
  height: RowHeight;
  setHeight: (height: RowHeight) => void;
  /** Widths that a view names; columns that it does not name keep theirs. */
  setWidths: (widths: Widths) => void;
  isEditing: boolean;
  setEditing: (isEditing: boolean) => void;
  /** The table scrolls through all leads instead of showing pages. */
  isEndless: boolean;
  setEndless: (isEndless: boolean) => void;
}

export function useTableLook(tableId: string): TableLook {
  const [widths, showWidths] = useState(() => readColumnWidths(tableId));
  const [height, showHeight] = useState(() => loadHeight(tableId));
  const [isEditing, showEditing] = useState(() => readStored('cell-editing', false));
  // Two-line rows have pages.
  const isWide = useMatches({ base: false, sm: true }, { getInitialValueInEffect: false });
  const [isEndless, showEndless] = useState(() => readStored('endless-scroll', false));
  return {
    widths,
    height,
    isEditing,
    isEndless: isEndless && isWide,
    setEndless: (next) => {
      showEndless(next);
      writeStored('endless-scroll', next || undefined);
    },
    setWidths: (given) => {
      const next = { ...widths, ...given };
      showWidths(next);
      rememberColumnWidths(tableId, next);
    },
    setHeight: (next) => {
      showHeight(next);
      writeStoredEntry('row-heights', tableId, next === 'normal' ? undefined : next);
    },
    setEditing: (next) => {
      showEditing(next);
      writeStored('cell-editing', next || undefined);
    },
  };
}

function loadHeight(tableId: string): RowHeight {
  const stored: unknown = readStored('row-heights', {})[tableId];
  return ROW_HEIGHTS.find((height) => height === stored) ?? 'normal';
}
