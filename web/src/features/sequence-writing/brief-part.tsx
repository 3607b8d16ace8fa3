import { Select, Textarea } from '@mantine/core';
import type { EndpointOutput } from '@overture/contract/endpoint';
import type { PlannedStep, sequenceWritingEndpoints } from '@overture/contract/sequence-writing';
import { SEQUENCE_LENGTHS, SEQUENCE_LIMITS, type SequenceLength } from '@overture/domain/campaign/sequence-limits';
import { LANGUAGES, type Language, TONES, type Tone } from '@overture/domain/message/languages';
import { nameLabel } from '@overture/domain/message/template/names';
import { VARIABLES } from '@overture/domain/message/tokens';
import { formatNumber } from '../../lib/format.ts';
import { nodeKindLabel } from '../../lib/labels/campaign/node-kind.ts';
import { messageLanguageLabel } from '../../lib/labels/inbox/message-language.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { t } from './texts.ts';
import type { Brief } from './use-sequence.ts';

export type Plan = EndpointOutput<typeof sequenceWritingEndpoints.getSequencePlan>;

interface BriefPartProps {
  plan: Plan;
  brief: Brief;
  onBrief: (brief: Brief) => void;
  chosen: ReadonlySet<number>;
  onChosen: (chosen: ReadonlySet<number>) => void;
}

/** What the sequence is written for, and which messages. */
export function BriefPart({ plan, brief, onBrief, chosen, onChosen }: BriefPartProps) {
  useUnsavedText(brief.goal.trim() !== '');
  function toggle(id: number) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChosen(next);
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">{t('lead')}</p>
      <Textarea
        label={t('goal')}
        description={t('goal_hint')}
        placeholder={t('goal_placeholder')}
        value={brief.goal}
        maxLength={SEQUENCE_LIMITS.goal}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        onChange={(event) => onBrief({ ...brief, goal: event.currentTarget.value })}
      />
      <Choices brief={brief} onBrief={onBrief} />
      <fieldset className="flex flex-col gap-1.5 m-0 p-0 border-0">
        <legend className="mb-1.25 p-0 text-table font-medium">{t('messages')}</legend>
        {plan.steps.map((step) => (
          <OptionCard
            key={step.id}
            kind="checkbox"
            label={placeOf(step)}
            note={step.is_written ? t('has_text') : t('characters', { count: formatNumber(step.max_characters) })}
            checked={chosen.has(step.id)}
            onChange={() => toggle(step.id)}
          />
        ))}
      </fieldset>
      <Facts plan={plan} />
    </div>
  );
}

/** Language, tone and length. */
function Choices({ brief, onBrief }: Pick<BriefPartProps, 'brief' | 'onBrief'>) {
  return (
    <div className="grid grid-cols-3 gap-3 max-sm:grid-cols-1">
      <Select
        label={t('language')}
        data={LANGUAGES.map((code) => ({ value: code, label: messageLanguageLabel(code) }))}
        value={brief.language}
        allowDeselect={false}
        onChange={(code) => code && onBrief({ ...brief, language: code as Language })}
      />
      <Select
        label={t('tone')}
        data={TONES.map((name) => ({ value: name, label: t(`tone_${name}`) }))}
        value={brief.tone_of_voice}
        allowDeselect={false}
        onChange={(name) => name && onBrief({ ...brief, tone_of_voice: name as Tone })}
      />
      <Select
        label={t('length')}
        data={SEQUENCE_LENGTHS.map((name) => ({ value: name, label: t(`length_${name}`) }))}
        value={brief.length}
        allowDeselect={false}
        onChange={(name) => name && onBrief({ ...brief, length: name as SequenceLength })}
      />
    </div>
  );
}

/** "2. Email, day 3 · Accepted Invite: no". */
export function placeOf({ number, step_type, day, branches }: PlannedStep): string {
  const place = t('step_place', { number, type: nodeKindLabel(step_type), day });
  return [place, ...branches].join(' · ');
}

/** What the model has to do without. */
function Facts({ plan: { leads, variables, knowledge_gaps } }: { plan: Plan }) {
  const unused = variables
    .filter(({ is_offered, name }) => !is_offered && VARIABLES.some((one) => one === name))
    .map(({ name, leads: count }) =>
      t('unused_name', { name: nameLabel(name as (typeof VARIABLES)[number]), count, leads }),
    );
  return (
    <div className="flex flex-col gap-1 text-ink-3 text-meta">
      {knowledge_gaps.length > 0 ? (
        <p>
          {t('gaps', { fields: knowledge_gaps.join(', ') })}{' '}
          <AppLink to={pb.knowledgeBase()}>{t('to_knowledge_base')}</AppLink>
        </p>
      ) : null}
      {leads === 0 ? (
        <p>{t('no_leads')}</p>
      ) : unused.length > 0 ? (
        <p>{t('unused', { names: unused.join(', ') })}</p>
      ) : null}
    </div>
  );
}
