import { IconHelpCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { defineTexts } from '../../lib/texts.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { t } from './texts.ts';

/** The same as in `docs/guide/figures.md`. */
const term = defineTexts({
  contacted: 'Contacted',
  contacted_is: 'Leads with at least one confirmed touch: an email, a LinkedIn message, an invite or a call.',
  sent: 'Sent',
  sent_is: 'Messages that a mail server or LinkedIn accepted.',
  replies: 'Replies',
  replies_is: 'Leads that replied. Further replies of a lead, auto-replies and bounces do not count.',
  interested: 'Interested',
  interested_is: 'Leads whose conversation is marked as interested.',
  reply_rate: 'Reply rate',
  reply_rate_is: 'Replies ÷ leads contacted.',
  positive_rate: 'Positive rate',
  positive_rate_is: 'Interested leads ÷ leads contacted.',
  acceptance_rate: 'Acceptance rate',
  acceptance_rate_is: 'Invites accepted ÷ invites sent.',
  meetings: 'Meetings booked',
  meetings_is:
    'Bookings of the period, also those that were cancelled or missed later. A campaign has those of leads that it had contacted before.',
  bounced: 'Bounced',
  bounced_is: 'Emails that came back. The bounce rate is bounced ÷ emails sent.',
  change: 'Change',
  change_is: 'Compared with as many days before the period.',
  by_day: 'By event day',
  by_day_is: 'Each event counts on the day it happened. A reply in May to an email of April counts in May.',
  by_message: 'By message',
  by_message_is: 'A reply counts for the message it answers. Steps, senders and variants are counted this way.',
  day: 'Day',
  day_is: 'From midnight to midnight in the time zone beside the chart. Days with a clock change have 23 or 25 hours.',
});

const TERMS = [
  'contacted',
  'sent',
  'replies',
  'interested',
  'reply_rate',
  'positive_rate',
  'acceptance_rate',
  'meetings',
  'bounced',
  'change',
  'by_day',
  'by_message',
  'day',
] as const;

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
          {TERMS.map((name) => (
            <div key={name}>
              <dt className="font-medium">{term(name)}</dt>
              <dd className="m-0 text-ink-2">{term(`${name}_is`)}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
