/**
 * What an import does with values of leads that are known: fills empty fields only, replaces what differs, or keeps everything.
 * An empty cell never changes a value, and known email addresses and phone numbers stay.
 */
export const KNOWN_VALUES = ['fill', 'overwrite', 'keep'] as const;
export type KnownValues = (typeof KNOWN_VALUES)[number];

/** A trial of an import reads so many rows of so much of a file, and shows so many of each kind. */
export const IMPORT_TRIAL = { rows: 10_000, bytes: 8 * 1024 * 1024, examples: 20 } as const;

/** An import can be undone for so long. */
export const IMPORT_UNDO_DAYS = 7;
