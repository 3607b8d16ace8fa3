import type { ChatPreview } from '@overture/contract/chats';
import { IconAlarm } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { morningOf } from '../changes/reminder-times.ts';
import type { InboxCommands } from '../changes/use-inbox-commands.ts';
import { t } from './texts.ts';

interface LaterNoteProps {
  chat: ChatPreview;
  commands: InboxCommands;
  /** The day that the lead named, `YYYY-MM-DD`. */
  day: string;
}

/** The lead asked to be contacted later: a reminder for that morning at a press. Nothing is sent by it. */
export function LaterNote({ chat, commands, day }: LaterNoteProps) {
  const [isSetting, setSetting] = useState(false);
  const shown = formatDate(`${day}T12:00:00Z`, 'UTC');
  async function remind() {
    const at = morningOf(day);
    setSetting(true);
    const said = t('reminded', { time: formatDateTime(at) });
    await commands.change([chat], { remind_at: at.toISOString() }, { said });
    setSetting(false);
  }
  return (
    <section
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 py-2.5 px-4 border-t border-line bg-muted text-table"
      aria-label={t('label')}
    >
      <IconAlarm size={16} aria-hidden className="flex-none text-ink-3" />
      <p className="m-0 flex-1 min-w-50">{t('asks', { day: shown })}</p>
      <span className="flex flex-wrap gap-2">
        <AppButton size="small" loading={isSetting} onClick={() => void remind()}>
          {t('remind', { day: shown })}
        </AppButton>
        <AppButton size="small" kind="quiet" disabled={isSetting} onClick={() => commands.open('remind', [chat])}>
          {t('other')}
        </AppButton>
      </span>
    </section>
  );
}
