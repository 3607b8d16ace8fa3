import { ApiError } from './api-client.ts';

/** Errors of a form by field name; the same shape @mantine/form takes. */
export type FormErrors = Record<string, string>;

/** What the server found wrong, laid onto the fields of a form; `rename` maps wire names that the form calls otherwise. */
export function serverErrors(error: unknown, rename: Record<string, string> = {}): FormErrors {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.details).map(([field, problem]) => [rename[field] ?? field, problem]));
}
