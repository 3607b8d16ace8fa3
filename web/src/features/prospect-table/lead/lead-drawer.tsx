import type { Prospect } from '@overture/contract/prospects';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { ContactField } from './contact-field.tsx';
import classes from './lead-drawer.module.css';

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
  /** Its research answers, after what is known about how to reach it. */
  research?: ReactNode;
}

/** Everything known about a lead, 480 px wide beside the table. Email, phone and website can be changed here. */
export function LeadDrawer({ lead: open, onClose, onPrevious, onNext, onSaved, footer, research }: LeadDrawerProps) {
  // The lead stays in the drawer while it slides away.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const lead = open ?? last;
  return (
    <SidePanel
      opened={open !== undefined}
      onClose={onClose}
      footer={footer}
      title={
        lead ? (
          <span className={classes.head}>
            <span className={classes.headName}>{leadName(lead)}</span>
            <span className={classes.steps}>
              <IconButton size="small" label={t('previous_lead')} disabled={!onPrevious} onClick={onPrevious}>
                <IconChevronUp size={17} aria-hidden />
              </IconButton>
              <IconButton size="small" label={t('next_lead')} disabled={!onNext} onClick={onNext}>
                <IconChevronDown size={17} aria-hidden />
              </IconButton>
            </span>
          </span>
        ) : (
          ''
        )
      }
    >
      {lead ? <LeadDetails key={lead.id} lead={lead} onSaved={onSaved} research={research} /> : null}
    </SidePanel>
  );
}

/** Only addresses of the web become links: a cell of a file can hold anything. */
function webAddress(value: string | null): string | undefined {
  if (value === null) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(value) ? value : `https://${value}`;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
}

function LeadDetails({
  lead,
  onSaved,
  research,
}: {
  lead: Prospect;
  onSaved: (lead: Prospect) => void;
  research: ReactNode;
}) {
  const { company } = lead;
  const work = [lead.job_title, company.name].filter(Boolean).join(' · ');
  const field = { prospectId: lead.id, onSaved };
  return (
    <div className={classes.details}>
      <header className={classes.hero}>
        <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} size={56} />
        <div className={classes.heroText}>
          <p className={classes.work}>{work || lead.headline || t('about')}</p>
          {lead.location ? <p className={classes.place}>{lead.location}</p> : null}
        </div>
      </header>
      <Section title={t('contact')}>
        <ContactField
          {...field}
          field="email"
          label={t('email')}
          value={lead.email}
          href={lead.email ? `mailto:${lead.email}` : undefined}
        />
        <ContactField
          {...field}
          field="phone_number"
          label={t('phone_number')}
          value={lead.phone_number}
          href={lead.phone_number ? `tel:${lead.phone_number.replace(/[^\d+]/g, '')}` : undefined}
        />
        <ContactField
          {...field}
          label={t('linkedin')}
          value={lead.linkedin_profile_url}
          href={webAddress(lead.linkedin_profile_url)}
        />
      </Section>
      {research}
      <Section title={t('about')}>
        <ContactField {...field} label={t('first_name')} value={lead.first_name || null} />
        <ContactField {...field} label={t('last_name')} value={lead.last_name || null} />
        <ContactField {...field} label={t('job_title')} value={lead.job_title} />
        <ContactField {...field} label={t('headline')} value={lead.headline} />
        <ContactField {...field} label={t('industry')} value={lead.industry} />
        <ContactField {...field} label={t('location')} value={lead.location} />
      </Section>
      <Section title={t('company')}>
        <ContactField {...field} label={t('name')} value={company.name} />
        <ContactField
          {...field}
          field="company_website"
          label={t('website')}
          value={company.website_url}
          href={webAddress(company.website_url)}
        />
        <ContactField
          {...field}
          label={t('linkedin')}
          value={company.linkedin_url}
          href={webAddress(company.linkedin_url)}
        />
        <ContactField {...field} label={t('industry')} value={company.industry} />
        <ContactField {...field} label={t('location')} value={company.location} />
        <ContactField {...field} label={t('company_size')} value={company.amount_of_employees} />
        <ContactField {...field} label={t('revenue')} value={company.revenue} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={classes.sectionTitle}>{title}</h3>
      <dl className={classes.fields}>{children}</dl>
    </section>
  );
}
