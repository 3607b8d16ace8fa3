import { type PastMail, pastMailsEndpoints } from '@overture/contract/past-mails';
import { IconMailOpened } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { formatDateTime } from '../../../lib/format.ts';
import { DateText } from '../../../ui/display/date-text.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

interface PastMailsNoteProps {
  prospectId: number;
  /** Of the lead. */
  name: string;
  count: number;
}

/** Emails with the lead from before its campaigns, or beside them, behind a button. */
export function PastMailsNote({ prospectId, name, count }: PastMailsNoteProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <section
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 py-2.5 px-4 border-t border-line bg-muted text-table"
      aria-label={t('label')}
    >
      <IconMailOpened size={16} aria-hidden className="flex-none text-ink-3" />
      <p className="m-0 flex-1 min-w-50">{t('note', { count })}</p>
      <AppButton size="small" onClick={() => setOpen(true)}>
        {t('show')}
      </AppButton>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={t('title')}
        footer={<AppButton onClick={close}>{t('close')}</AppButton>}
      >
        <MailList prospectId={prospectId} name={name} />
      </Dialog>
    </section>
  );
}

function MailList({ prospectId, name }: Pick<PastMailsNoteProps, 'prospectId' | 'name'>) {
  const query = useQuery(queryOptions(pastMailsEndpoints.listPastMails, { params: { id: prospectId } }));
  if (query.isError) return queryFailure(query, { title: t('failed') });
  if (query.data === undefined) return <Skeleton height={120} />;
  return (
    <div className="flex flex-col gap-3">
      <p className="m-0 text-ink-2 text-table">{t('text')}</p>
      <ol className="flex flex-col gap-3 m-0 p-0 list-none">
        {query.data.mails.map((mail) => (
          <li key={mail.id}>
            <Mail mail={mail} name={name} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Plain text: nothing of it is a link or a picture. */
function Mail({ mail, name }: { mail: PastMail; name: string }) {
  return (
    <article className="flex flex-col gap-1 py-3 px-4 border border-line rounded-card bg-surface text-table">
      <header className="flex flex-wrap justify-between gap-x-3 text-ink-3 text-meta">
        <span>{sayWriter(mail, name)}</span>
        <DateText value={mail.sent_at} format={formatDateTime} />
      </header>
      <h3 className="m-0 text-table font-medium wrap-anywhere">{mail.subject_line || t('no_subject')}</h3>
      <p className="m-0 whitespace-pre-wrap wrap-anywhere">{mail.message || t('no_text')}</p>
    </article>
  );
}

function sayWriter({ is_received, account }: PastMail, name: string): string {
  if (is_received) return t('received', { name });
  return account ? t('sent', { account: account.email ?? account.name, name }) : t('sent_by_us', { name });
}
