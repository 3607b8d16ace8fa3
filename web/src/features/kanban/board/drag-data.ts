/** What is dragged, or dropped on: a card, a column, or the room of a column. */
interface CardData extends Record<string | symbol, unknown> {
  kind: 'card';
  card_id: number;
  column_id: number;
}
interface ColumnData extends Record<string | symbol, unknown> {
  kind: 'column';
  column_id: number;
}

export const cardData = ({ id, column_id }: { id: number; column_id: number }): CardData => ({
  kind: 'card',
  card_id: id,
  column_id,
});
export const columnData = (column_id: number): ColumnData => ({ kind: 'column', column_id });

export const isCardData = (data: Record<string | symbol, unknown>): data is CardData => data.kind === 'card';
export const isColumnData = (data: Record<string | symbol, unknown>): data is ColumnData => data.kind === 'column';
