import { createContext } from 'react';

/** The columns of a table whose columns can be moved. */
export interface ColumnMoves {
  /** The visible ones in their order. */
  shown: readonly { id: string }[];
  /** Those and the hidden ones. */
  columns: readonly { id: string }[];
  /** Ids in the order that was given, also of columns that other tables of this kind have. */
  order: readonly string[];
  onOrder: (order: readonly string[]) => void;
}

/** Undefined in tables whose columns have fixed places. */
export const ColumnMovesContext = createContext<ColumnMoves | undefined>(undefined);
