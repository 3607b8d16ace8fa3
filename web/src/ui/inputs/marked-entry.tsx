import { fillText, uiTexts } from '../ui-texts.ts';

/** Announces the row marked by the arrow keys: the focus stays in the search field. */
export function MarkedEntry({ name, place, count }: { name: string | undefined; place: number; count: number }) {
  return (
    <p role="status" className="sr-only">
      {name === undefined ? null : fillText(uiTexts.marked_entry, { name, place: place + 1, count })}
    </p>
  );
}
