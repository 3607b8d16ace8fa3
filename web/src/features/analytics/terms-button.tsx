import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** The same as in `docs/guide/figures.md`. */
const FIGURE_TERMS = [
  {
    term: 'Contacted',
    meaning: 'Leads with at least one confirmed touch: an email, a LinkedIn message, an invite or a call.',
  },
  { term: 'Sent', meaning: 'Messages that a mail server or LinkedIn accepted.' },
  { term: 'Replies', meaning: 'Leads that replied. Further replies of a lead, auto-replies and bounces do not count.' },
  { term: 'Interested', meaning: 'Leads whose conversation is marked as interested.' },
  { term: 'Reply rate', meaning: 'Replies ÷ leads contacted.' },
  { term: 'Positive rate', meaning: 'Interested leads ÷ leads contacted.' },
  { term: 'Acceptance rate', meaning: 'Invites accepted ÷ invites sent.' },
  {
    term: 'Meetings booked',
    meaning:
      'Bookings of the period, also those that were cancelled or missed later. A campaign has those of leads that it had contacted before.',
  },
  { term: 'Bounced', meaning: 'Emails that came back. The bounce rate is bounced ÷ emails sent.' },
  { term: 'Change', meaning: 'Compared with as many days before the period.' },
  {
    term: 'By event day',
    meaning: 'Each event counts on the day it happened. A reply in May to an email of April counts in May.',
  },
  {
    term: 'By message',
    meaning: 'A reply counts for the message it answers. Steps, senders and variants are counted this way.',
  },
  {
    term: 'Day',
    meaning:
      'From midnight to midnight in the time zone beside the chart. Days with a clock change have 23 or 25 hours.',
  },
];

/** Opens the definitions of the figures. */
export function TermsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AppButton icon={<IconHelpCircle size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('terms')}
      </AppButton>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t('terms_title')}>
        <dl className="grid gap-3 m-0 text-table">
          {FIGURE_TERMS.map(({ term, meaning }) => (
            <div key={term}>
              <dt className="font-medium">{term}</dt>
              <dd className="m-0 text-ink-2">{meaning}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
