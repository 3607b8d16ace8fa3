import { isVariable, VARIABLE_LABELS } from '@overture/domain/message/tokens';
import { t } from './texts.ts';

/** Names of missing data as a person reads them: 'Job title, Company name'. */
export function missingNames(missing: readonly string[]): string {
  return missing
    .map((name) => {
      if (isVariable(name)) return VARIABLE_LABELS[name];
      if (name.startsWith('research:')) return t('research_missing');
      return name.startsWith('snippet:') ? t('snippet_missing') : (name.split(':').at(-1) ?? name);
    })
    .join(', ');
}
