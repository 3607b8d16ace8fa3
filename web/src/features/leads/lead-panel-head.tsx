import type { Prospect } from '@overture/contract/prospects';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { formatWork, leadName } from './lead-name.ts';
import { PersonPicture } from './person-cell.tsx';
import { t } from './texts.ts';

interface LeadPanelTitleProps {
  lead: Prospect;
  /** The neighbours in the table; left out at its ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** Title of a lead's panel: its name, and the way to its neighbours. */
export function LeadPanelTitle({ lead, onPrevious, onNext }: LeadPanelTitleProps) {
  return (
    <span className="flex items-center gap-3">
      <span className="flex-1 min-w-0 wrap-anywhere">{leadName(lead)}</span>
      <span className="inline-flex flex-none gap-0.5">
        <IconButton size="small" label={t('previous_lead')} disabled={!onPrevious} onClick={onPrevious}>
          <IconChevronUp size={17} aria-hidden />
        </IconButton>
        <IconButton size="small" label={t('next_lead')} disabled={!onNext} onClick={onNext}>
          <IconChevronDown size={17} aria-hidden />
        </IconButton>
      </span>
    </span>
  );
}

interface LeadHeroProps {
  lead: Prospect;
  /** Shown if the lead's job is unknown. */
  otherwise: string | null;
  children?: ReactNode;
}

/** Head of a lead's panel: picture, job, and notes shown first. */
export function LeadHero({ lead, otherwise, children }: LeadHeroProps) {
  return (
    <header className="flex items-center gap-4">
      <PersonPicture person={lead} size="panel" />
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{formatWork(lead) || lead.headline || otherwise}</p>
        {children}
      </div>
    </header>
  );
}
