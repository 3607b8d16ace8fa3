import type { FeatureFlags } from '@overture/domain/access/feature-flags';
import type { LinkedinTier } from '@overture/domain/accounts';
import type { Tracking } from '@overture/domain/flow/activation-checks';
import type { Flow, Position } from '@overture/domain/flow/flow';
import { type OfferedType, offerTypes } from '@overture/domain/flow/step-locks';
import { isStepType, type NodeType, nodeKind } from '@overture/domain/flow/step-types';
import { IconLock } from '@tabler/icons-react';
import { nodeKindLabel } from '../../../lib/labels/campaign/node-kind.ts';
import { SidePanel } from '../../../ui/overlays/overlay.tsx';
import { describeOffer, LookupPrice, StepGlyph } from '../../node-kinds/index.ts';
import classes from '../flow.module.css';
import { t } from '../texts.ts';

interface AddStepDrawerProps {
  /** Where the step goes; none closes the drawer. */
  position: Position | undefined;
  flow: Flow;
  flags: FeatureFlags;
  /** Tier of the campaign's LinkedIn account; null while none is chosen. */
  tier: LinkedinTier | null;
  /** What its campaign counts. */
  tracking: Tracking;
  /** Channels without a connected account. */
  missing: readonly ('linkedin' | 'email')[];
  isPending: boolean;
  onClose: () => void;
  onChoose: (type: NodeType) => void;
}

/** 'Add new step': step types possible at a place, and why others are not. */
export function AddStepDrawer({
  position,
  flow,
  flags,
  tier,
  tracking,
  missing,
  isPending,
  onClose,
  onChoose,
}: AddStepDrawerProps) {
  const offered =
    position === undefined
      ? []
      : offerTypes(flow, position, flags, {
          linkedin_tier: tier,
          tracks_clicks: tracking.tracks_clicks,
          tracks_opens: tracking.tracks_opens,
        });
  const offers = offered
    .map((offer) => ({ ...offer, lacks: missing.find((channel) => channel === nodeKind(offer.type).account) }))
    // What can be used comes first.
    .sort((one, other) => Number(one.lacks !== undefined) - Number(other.lacks !== undefined));
  const steps = offers.filter(({ type }) => isStepType(type));
  const conditions = offers.filter(({ type }) => !isStepType(type));
  return (
    <SidePanel opened={position !== undefined} onClose={onClose} title={t('add_title')}>
      <p className="mb-4 text-ink-3">{offers.length === 0 ? t('nothing_offered') : t('add_text')}</p>
      <Offers title={t('group_steps')} offers={steps} isPending={isPending} onChoose={onChoose} />
      <Offers title={t('group_conditions')} offers={conditions} isPending={isPending} onChoose={onChoose} />
    </SidePanel>
  );
}

interface OffersProps {
  title: string;
  offers: readonly (OfferedType & { lacks: 'linkedin' | 'email' | undefined })[];
  isPending: boolean;
  onChoose: (type: NodeType) => void;
}

function Offers({ title, offers, isPending, onChoose }: OffersProps) {
  if (offers.length === 0) return null;
  return (
    <section>
      <h3 className="mb-2 text-ink-3 text-meta font-medium">{title}</h3>
      <div className="flex flex-col gap-2 mb-6">
        {offers.map(({ type, reason, lacks }) => (
          <button
            key={type}
            type="button"
            className={classes.offer}
            disabled={reason !== null || isPending}
            // A double click adds one step.
            onClick={({ detail }) => detail < 2 && onChoose(type)}
          >
            <StepGlyph type={type} size={32} />
            <span className="flex flex-col gap-px">
              <span className={classes.offerName}>{nodeKindLabel(type)}</span>
              <span className="text-ink-3 text-table">
                {describeOffer(type)} <LookupPrice type={type} />
              </span>
              {lacks ? <span className="mt-0.5 text-amber text-table">{t(`needs_${lacks}`)}</span> : null}
              {reason === null ? null : (
                <span className="flex gap-1.25 mt-0.5 text-amber text-table [&_svg]:flex-none [&_svg]:mt-0.5">
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
