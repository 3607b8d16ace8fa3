import { useState } from 'react';
import { serverErrors } from '../../lib/api/form-schema.ts';

type Problems = Record<string, string | undefined>;

/** Problems of a form's fields: `check` shows them and says whether there are none; the first wrong field takes the focus. */
export function useFieldErrors() {
  const [errors, setErrors] = useState<Problems>({});
  function check(problems: Problems): boolean {
    setErrors(problems);
    const first = Object.keys(problems).find((name) => problems[name] !== undefined);
    if (first === undefined) return true;
    document.querySelector<HTMLElement>(`form [name="${first}"]`)?.focus();
    return false;
  }
  return { errors, setErrors, check };
}

/** Whether the refusal is shown at one of the form's fields, which makes a general message unnecessary. */
export function isShownAtField(error: unknown, fields: readonly string[]): boolean {
  const errors = serverErrors(error);
  return fields.some((field) => errors[field]);
}
