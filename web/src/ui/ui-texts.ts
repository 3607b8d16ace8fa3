const isGerman = (): boolean => document.documentElement.lang === 'de';
/** Of numbers and dates that the design system writes: in the language of the page. */
export const numberLocale = (): string => (isGerman() ? 'de' : 'en');
export const dateLocale = (): string => (isGerman() ? 'de' : 'en-GB');

/**
 * Words that the design system itself says. The design system knows no translation library.
 */
export const uiTexts = {
  retry: 'Try again',
  close: 'Close',
  cancel: 'Cancel',
  discard_title: 'Discard your changes?',
  discard_text: "Your changes aren't saved yet.",
  discard: 'Discard',
  copied: 'Copied',
  copy: 'Copy',
  clear: 'Clear',
  marked_entry: '{name}, {place} of {count}',
  stop: 'Stop',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: 'Page {page} of {pages}',
  goToPage: 'Go to page',
  ofPages: 'of {pages}',
  sortBy: 'Sort by {column}',
  notSorted: 'Sort',
  addSort: 'Shift+click to add',
  ascending: 'ascending',
  descending: 'descending',
  rangeOf: '{from}–{to} of {total}',
  selected: '{count} selected',
  clearSelection: 'Clear selection',
  selectAll: 'Select all rows on this page',
  selectLoaded: 'Select the loaded rows',
  selectRow: 'Select row',
  resizeColumn: 'Resize column {column}',
  columnMenu: 'Menu of column {column}',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  moreActions: 'More actions',
  removeFilter: 'Remove filter {name}',
  clearFilters: 'Clear all',
  searchPlaceholder: 'Search',
  errorTitle: "Couldn't load this",
  errorKept: 'Nothing was lost. Your data is safe.',
  loading: 'Loading…',
  reload: 'Reload',
  partMissing: 'What you typed is kept, and loading is retried.',
  partUpdated: 'A new version is available. Reload the page to open this. Unsaved text is not lost without a question.',
  partOffline: "You're offline. This opens when you're back online.",
  noResults: 'No results found',
  noDate: 'No date',
  perSecond: '{rate}/s',
  percent: '{share}%',
  numberMissing: 'Enter a number.',
  showPassword: 'Show or hide the password',
  linkedin: 'LinkedIn',
  email: 'Email',
  call: 'Call',
};

/** Puts the words of another language in their place, before the first screen is drawn. */
export function fillUiTexts(translate: (key: string, english: string) => unknown): void {
  for (const [key, english] of Object.entries(uiTexts)) {
    const text = translate(key, english);
    if (typeof text === 'string') Object.assign(uiTexts, { [key]: text });
  }
}

/** Fills `{name}` in one of the words. */
export function fillText(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
