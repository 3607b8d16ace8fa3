import type { Prospect } from '@overture/contract/prospects';
import { LEAD_PLACES, leadField, leadLabel, leadValue } from '@overture/domain/leads/lead-fields';
import { IconMessage } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { defineTexts } from '../../../lib/texts.ts';
import { DiscardScope, useDiscardScope } from '../../../ui/forms/discard-guard.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { CustomFields } from '../../custom-columns/index.ts';
import { CrmRecords } from '../../integrations/index.ts';
import { LeadHero, LeadPanelTitle, leadName, zoneNote } from '../../leads/index.ts';
import { LeadClicks } from '../../link-tracking/index.ts';
import { LeadMeetings } from '../../meetings/index.ts';
import { ContactField } from './contact-field.tsx';
import { LeadCosts } from './lead-costs.tsx';
import { LeadPlaces } from './lead-places.tsx';
import { OtherEmails } from './other-emails.tsx';
import { PastContacts } from './past-contacts.tsx';
import { t } from './texts.ts';

const { contact, about, company } = LEAD_PLACES.drawer;
type DrawerField = (typeof LEAD_PLACES.drawer)[keyof typeof LEAD_PLACES.drawer][number];
const english = Object.fromEntries(
  [...contact, ...about, ...company].map((id) => [id, leadLabel(id, 'drawer')]),
) as Record<DrawerField, string>;
const fieldLabel = defineTexts({ ...english });

const PersonActions = lazyPart(() =>
  import('../../privacy/person-actions.tsx').then((file) => ({ default: file.PersonActions })),
);

interface LeadDrawerProps {
  /** The lead that is looked at; none closes the drawer. */
  lead: Prospect | undefined;
  onClose: () => void;
  /** The neighbours in the table; left out at its ends. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Called with the lead as it is after an edit. */
  onSaved: (lead: Prospect) => void;
  footer?: ReactNode;
  /** Its research results, after what is known about how to reach it. */
  research?: ReactNode;
}

/** Everything known about a lead, 480 px wide beside the table. How it is reached, who it is and its custom columns can be changed here. */
export function LeadDrawer({ lead: open, onClose, onPrevious, onNext, onSaved, footer, research }: LeadDrawerProps) {
  // The lead stays in the drawer while it slides away.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const lead = open ?? last;
  const guard = useDiscardScope(onClose);
  const leaving = (go: (() => void) | undefined) => go && (() => guard.leave(go));
  const neighbors = { onPrevious: leaving(onPrevious), onNext: leaving(onNext) };
  return (
    <>
      <SidePanel
        opened={open !== undefined}
        onClose={guard.close}
        footer={footer}
        title={lead ? <LeadPanelTitle lead={lead} {...neighbors} /> : ''}
      >
        <DiscardScope value={guard.scope}>
          {lead ? (
            <LeadDetails key={lead.id} lead={lead} onSaved={onSaved} onErased={onClose} research={research} />
          ) : null}
        </DiscardScope>
      </SidePanel>
      {guard.question}
    </>
  );
}

const HREFS = {
  mail: (value: string) => `mailto:${value}`,
  phone: (value: string) => `tel:${value.replace(/[^\d+]/g, '')}`,
  web: webAddress,
};

/** Only addresses of the web become links: a cell of a file can hold anything. */
function webAddress(value: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

function LeadDetails({
  lead,
  onSaved,
  onErased,
  research,
}: {
  lead: Prospect;
  onSaved: (lead: Prospect) => void;
  onErased: () => void;
  research: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-6">
      <LeadHero lead={lead} otherwise={t('about')}>
        {lead.location ? <p className="text-ink-3 text-table">{lead.location}</p> : null}
        <AppLink to={pb.inbox({ chat: lead.id })} className="inline-flex items-center gap-1.25 w-fit text-table">
          <IconMessage size={15} aria-hidden />
          {t('write_to_lead')}
        </AppLink>
      </LeadHero>
      <FieldSection section="contact" lead={lead} onSaved={onSaved} />
      <OtherEmails lead={lead} onSaved={onSaved} />
      <LeadPlaces prospectId={lead.id} />
      <PastContacts prospectId={lead.id} />
      <LeadMeetings prospectId={lead.id} />
      <LeadClicks prospectId={lead.id} />
      <CrmRecords prospectId={lead.id} isAdded={lead.added_to_crm} />
      {research}
      <LeadCosts prospectId={lead.id} />
      <CustomFields lead={lead} onSaved={onSaved} />
      <FieldSection section="about" lead={lead} onSaved={onSaved} />
      <FieldSection section="company" lead={lead} onSaved={onSaved} />
      <Suspense fallback={null}>
        <PersonActions lead={{ id: lead.id, name: leadName(lead) }} onErased={onErased} />
      </Suspense>
    </div>
  );
}

interface FieldSectionProps {
  section: keyof typeof LEAD_PLACES.drawer;
  lead: Prospect;
  onSaved: (lead: Prospect) => void;
}

function FieldSection({ section, lead, onSaved }: FieldSectionProps) {
  return (
    <section>
      <h3 className="mb-1 text-ink-3 text-meta font-medium tracking-normal">{t(section)}</h3>
      <dl className="m-0 border-t border-line">
        {LEAD_PLACES.drawer[section].map((id) => {
          const { link, edited_as } = leadField(id);
          const value = leadValue(lead, id) || null;
          return (
            <ContactField
              key={id}
              prospectId={lead.id}
              onSaved={onSaved}
              label={fieldLabel(id)}
              value={value}
              note={id === 'time_zone' && lead.zone ? zoneNote(lead.zone) : undefined}
              href={link && value ? HREFS[link](value) : undefined}
              {...(edited_as ? { field: edited_as } : {})}
            />
          );
        })}
      </dl>
    </section>
  );
}
