import { IconCopy } from '@tabler/icons-react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface SharedRowsProps {
  items: readonly { id: number; name: string; text: string; note: string }[];
  /** The one that is being copied. */
  pendingId: number | undefined;
  onCopy: (id: number) => void;
}

/** What an agency shares with its client: to be read and copied, not changed. */
export function SharedRows({ items, pendingId, onCopy }: SharedRowsProps) {
  return (
    <section aria-label={t('shared')} className="[&+&]:mt-4">
      <h3 className="mb-2 text-ink-2 text-table font-medium tracking-normal">{t('shared')}</h3>
      <ul className="flex flex-col gap-2 m-0 p-0 list-none">
        {items.map(({ id, name, text, note }) => (
          <li key={id} className="flex flex-wrap items-start gap-3 p-3 border border-line rounded-card">
            <div className="flex-[1_1_12rem] min-w-0">
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-ink-2 text-table whitespace-pre-wrap wrap-anywhere">{text}</p>
              <p className="mt-0.5 text-ink-3 text-meta number">{note}</p>
            </div>
            <AppButton
              size="small"
              icon={<IconCopy size={14} aria-hidden />}
              aria-label={t('copy_named', { name })}
              loading={pendingId === id}
              onClick={() => onCopy(id)}
            >
              {t('copy')}
            </AppButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
