import type { FeatureFlags } from '@overture/domain/access/feature-flags';
import type { LinkedinTier } from '@overture/domain/accounts';
import type { Flow, Position } from '@overture/domain/flow/flow';
import { type OfferedType, offerTypes } from '@overture/domain/flow/step-locks';
import { isStepType, type NodeType, typeInfo } from '@overture/domain/flow/step-types';
import { IconLock } from '@tabler/icons-react';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';
import classes from './add-step-drawer.module.css';
import { StepGlyph } from './step-glyph.tsx';

/** What each type does, in a line. */
const about: Record<NodeType, Parameters<typeof t>[0]> = {
  LINKEDIN_INVITE: 'about_invite',
  LINKEDIN_MESSAGE: 'about_message',
  VISIT_LINKEDIN_PROFILE: 'about_visit',
  INMAIL: 'about_inmail',
  DELETE_LINKEDIN_INVITE: 'about_delete_invite',
  LIKE_LAST_LINKEDIN_POST: 'about_like',
  EMAIL: 'about_email',
  CALL_PROSPECT: 'about_call',
  ACCEPTED_INVITE: 'about_accepted',
  ALREADY_CONNECTED: 'about_connected',
  HAS_EMAIL: 'about_has_email',
  HAS_PHONE: 'about_has_phone',
};

interface AddStepDrawerProps {
  /** Where the step goes; none closes the drawer. */
  position: Position | undefined;
  flow: Flow;
  flags: FeatureFlags;
  /** Tier of the campaign's LinkedIn account; null while none is chosen. */
  tier: LinkedinTier | null;
  isPending: boolean;
  onClose: () => void;
  onChoose: (type: NodeType) => void;
}

/** 'Add new step': what can stand at a place, and why something cannot. */
export function AddStepDrawer({ position, flow, flags, tier, isPending, onClose, onChoose }: AddStepDrawerProps) {
  const offers = position === undefined ? [] : offerTypes(flow, position, flags, { linkedin_tier: tier });
  const steps = offers.filter(({ type }) => isStepType(type));
  const conditions = offers.filter(({ type }) => !isStepType(type));
  return (
    <SidePanel opened={position !== undefined} onClose={onClose} title={t('add_title')}>
      <p className={classes.offersText}>{offers.length === 0 ? t('nothing_offered') : t('add_text')}</p>
      <Offers title={t('group_steps')} offers={steps} isPending={isPending} onChoose={onChoose} />
      <Offers title={t('group_conditions')} offers={conditions} isPending={isPending} onChoose={onChoose} />
    </SidePanel>
  );
}

interface OffersProps {
  title: string;
  offers: readonly OfferedType[];
  isPending: boolean;
  onChoose: (type: NodeType) => void;
}

function Offers({ title, offers, isPending, onChoose }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <section>
      <h3 className={classes.offersTitle}>{title}</h3>
      <div className={classes.offers}>
        {offers.map(({ type, reason }) => (
          <button
            key={type}
            type="button"
            className={classes.offer}
            disabled={reason !== null || isPending}
            // A double click adds one step.
            onClick={({ detail }) => detail < 2 && onChoose(type)}
          >
            <StepGlyph
              glyph={typeInfo(type).glyph}
              channel={isStepType(type) ? typeInfo(type).channel : 'condition'}
              size={32}
            />
            <span className={classes.offerLines}>
              <span className={classes.offerName}>{typeInfo(type).label}</span>
              <span className={classes.offerText}>{t(about[type])}</span>
              {reason === null ? null : (
                <span className={classes.offerReason}>
                  <IconLock size={14} aria-hidden />
                  {reason}
                </span>
              )}
            </span>
          </button>
        ))}
      </div>
    </section>
  );
}
