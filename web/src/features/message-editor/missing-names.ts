import { isVariable, VARIABLE_LABELS } from '@overture/domain/message/tokens';

/** Names of missing data as a person reads them: 'Job title, Company name'. */
export function missingNames(missing: readonly string[]): string {
  return missing
    .map((name) => (isVariable(name) ? VARIABLE_LABELS[name] : (name.split(':').at(-1) ?? name)))
    .join(', ');
}
