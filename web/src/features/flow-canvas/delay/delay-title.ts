import { isWait, type NodeType } from '@overture/domain/flow/step-types';
import { t } from '../texts.ts';

/** What the delay of a type means: before a step, or until an invite counts as not accepted. */
export function delayTitle(type: NodeType): string {
  return isWait(type) ? t('wait_title') : t('delay_title');
}
