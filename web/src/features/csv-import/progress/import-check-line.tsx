import type { ImportCheck } from '@overture/contract/address-checks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';
import type { CheckChange } from './use-import-checks.ts';

interface ImportCheckLineProps {
  check: ImportCheck;
  /** Left out for who may not. */
  onChange: ((id: number, to: CheckChange) => void) | undefined;
}

/** How far the addresses of an import are checked, and what came of it. */
export function ImportCheckLine({ check, onChange }: ImportCheckLineProps) {
  const { import_id, file_name: name, state, reason, checked, total } = check;
  if (state === 'checking')
    return (
      <ProgressLine
        label={t('check_running', { name })}
        done={checked}
        total={check.is_collected ? total : undefined}
        count={countWords(check)}
        onStop={onChange && (() => onChange(import_id, 'stop'))}
      />
    );
  const isPaused = state === 'paused';
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 min-w-0" role="status">
      <div className="flex-1 min-w-55 text-table">
        <p className="flex items-center gap-2 min-w-0 font-medium">
          {isPaused ? <IconAlertTriangle size={16} className="flex-none text-amber" aria-hidden /> : null}
          <span className="truncate" title={name}>
            {t(`check_${state}`, { name })}
          </span>
        </p>
        {isPaused ? <p className="text-ink-2">{t('check_paused_text', { reason })}</p> : null}
        <p className="text-ink-3 text-meta number">{countWords(check)}</p>
      </div>
      {isPaused && onChange ? (
        <div className="flex gap-2">
          <AppButton kind="quiet" size="small" onClick={() => onChange(import_id, 'stop')}>
            {t('check_stop')}
          </AppButton>
          <AppButton size="small" onClick={() => onChange(import_id, 'continue')}>
            {t('check_continue')}
          </AppButton>
        </div>
      ) : null}
    </div>
  );
}

function countWords({ checked, total, invalid, risky }: ImportCheck): string {
  const words = [t('check_count', { done: formatNumber(checked), total: formatNumber(total) })];
  if (invalid > 0) words.push(t('check_invalid', { count: invalid, shown: formatNumber(invalid) }));
  if (risky > 0) words.push(t('check_risky', { count: risky, shown: formatNumber(risky) }));
  words.push(t('check_free'));
  return words.join(' · ');
}
