import type { CallCard } from '@overture/contract/calls';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { callOutcomeLabel } from '../../../lib/labels/inbox/call-outcome.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { t } from '../texts.ts';

/** What is known about the lead: earlier calls, the last messages, notes and research. */
export function CallBackground({ call }: { call: CallCard }) {
  const { attempts, messages, notes, results, prospect } = call;
  const isEmpty = attempts.length + messages.length + notes.length + results.length === 0;
  return (
    <aside className="flex flex-col gap-4 min-w-0 text-table lg:border-s lg:border-line lg:ps-4">
      {isEmpty ? <p className="text-ink-3">{t('nothing_known')}</p> : null}
      <Part title={t('attempts')} isShown={attempts.length > 0}>
        {attempts.map((one) => (
          <Entry key={one.id} head={[formatDateTime(one.at), one.by].filter(Boolean).join(', ')}>
            {[one.name ?? callOutcomeLabel(one.outcome), one.note].filter(Boolean).join(': ')}
          </Entry>
        ))}
      </Part>
      <Part title={t('messages')} isShown={messages.length > 0}>
        {messages.map((one) => (
          <Entry
            key={one.at}
            head={[t(one.is_from_lead ? 'from_lead' : 'from_us'), formatDateTime(one.at)].filter(Boolean).join(', ')}
          >
            {one.text}
          </Entry>
        ))}
        <AppLink to={pb.inbox({ chat: prospect.id })}>{t('open_lead')}</AppLink>
      </Part>
      <Part title={t('notes')} isShown={notes.length > 0}>
        {notes.map((one) => (
          <Entry key={one.created_at} head={[one.author, formatDateTime(one.created_at)].filter(Boolean).join(', ')}>
            {one.content}
          </Entry>
        ))}
      </Part>
      <Part title={t('results')} isShown={results.length > 0}>
        {results.map((one) => (
          <Entry key={one.name} head={one.name}>
            {one.value}
          </Entry>
        ))}
      </Part>
    </aside>
  );
}

function Part({ title, isShown, children }: { title: string; isShown: boolean; children: ReactNode }) {
  if (!isShown) return null;
  return (
    <section className="flex flex-col gap-2" aria-label={title}>
      <h3 className="text-ink-3 text-table font-medium">{title}</h3>
      {children}
    </section>
  );
}

function Entry({ head, children }: { head: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-ink-3 text-meta">{head}</p>
      <p className="max-h-32 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{children}</p>
    </div>
  );
}
