import type { Campaign, Step } from '@overture/contract/campaigns';
import { ancestorsOf, findNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { scoreMessage } from '@overture/domain/message/advice/message-score';
import { applyScoreFix } from '@overture/domain/message/advice/score-fixes';
import { useUnsavedText } from '../../ui/forms/discard-guard.tsx';
import { readFlow } from '../flow-canvas/index.ts';
import { ScoreView, TokenField, useFixes, useKnownKeys } from '../message-editor/index.ts';
import { placeOf } from './brief-part.tsx';
import { CardHead, ConflictNote, FailureNote, LeftOutList, SourceList } from './card-parts.tsx';
import { type Card, editCard, fixCard, isUnsaved, type MessageTexts, newestOf, type Version } from './cards.ts';
import { type Sample, SamplePreview } from './sample-preview.tsx';
import { t } from './texts.ts';

export interface MessageCardProps {
  campaign: Campaign;
  card: Card;
  language: Campaign['language'];
  isWriting: boolean;
  /** The lead whose message is shown below the text. */
  sample?: Sample | null;
  update: (change: (card: Card) => Card) => void;
  onWrite: (change: 'shorter' | 'other' | null) => void;
}

/** One message of the sequence: how far it is, its text, what it rests on, and its score. */
export function MessageCard(props: MessageCardProps) {
  const { campaign, card, update, onWrite } = props;
  const newest = newestOf(card);
  useUnsavedText(isUnsaved(card));
  return (
    <article
      aria-label={placeOf(card.step)}
      aria-busy={card.state === 'writing'}
      className="flex flex-col gap-3 py-3 px-4 border border-line-strong rounded-card bg-surface"
    >
      <CardHead {...props} />
      <FailureNote card={card} onRetry={() => onWrite(null)} isDisabled={props.isWriting} />
      {newest && newest.why !== '' ? (
        <p className="m-0 text-ink-2 text-table">{t('why', { why: newest.why })}</p>
      ) : null}
      {newest ? <CardTexts {...props} newest={newest} /> : null}
      {newest && props.sample ? (
        <SamplePreview campaignId={campaign.id} stepId={card.step.id} texts={newest} sample={props.sample} />
      ) : null}
      {card.theirs ? <ConflictNote theirs={card.theirs} update={update} /> : null}
      {newest ? (
        <>
          <SourceList version={newest} />
          <LeftOutList
            version={newest}
            onOpen={(sentence) =>
              update((one) =>
                fixCard(one, { subject_line: newest.subject_line, message: `${newest.message}\n\n${sentence}` }),
              )
            }
          />
          <CardScore campaign={campaign} card={card} newest={newest} language={props.language} update={update} />
        </>
      ) : null}
    </article>
  );
}

function CardTexts({ card, newest, update }: MessageCardProps & { newest: Version }) {
  const { step, revision } = card;
  const write = (texts: Partial<MessageTexts>) => update((one) => editCard(one, texts));
  const isReply = step.takes_subject && newest.subject_line === '' && step.step_type === 'EMAIL';
  return (
    <div className="flex flex-col gap-3">
      {step.takes_subject ? (
        <TokenField
          key={`subject${revision}`}
          label={t('subject')}
          placeholder=""
          value={newest.subject_line}
          field="subject"
          isEditable
          hint={isReply ? t('subject_reply') : undefined}
          onChange={(subject_line) => subject_line !== newest.subject_line && write({ subject_line })}
          onReady={() => {}}
        />
      ) : null}
      <TokenField
        key={`message${revision}`}
        label={t('message')}
        placeholder=""
        value={newest.message}
        field={step.step_type === 'LINKEDIN_INVITE' ? 'invite_note' : 'message'}
        isEditable
        onChange={(message) => message !== newest.message && write({ message })}
        onReady={() => {}}
      />
    </div>
  );
}

interface CardScoreProps extends Pick<MessageCardProps, 'campaign' | 'card' | 'language' | 'update'> {
  newest: Version;
}

function CardScore({ campaign, card, newest, language, update }: CardScoreProps) {
  const known = useKnownKeys();
  const { subject_line, message } = newest;
  const fixes = useFixes<MessageTexts>({ subject_line, message }, (texts) => update((one) => fixCard(one, texts)));
  const kind = stepKind(card.step.step_type);
  const score = scoreMessage({
    channel: kind.channel,
    subject: subject_line,
    message,
    takes_subject: kind.takes_subject,
    needs_message: kind.needs_message,
    is_first_mail: isFirstMail(campaign, card.step),
    attachments_in_bytes: 0,
    language,
    known,
  });
  return (
    <ScoreView
      score={score}
      onFix={(fix) => {
        const texts = applyScoreFix(fix, { subject: subject_line, message }, language);
        fixes.apply({ subject_line: texts.subject, message: texts.message });
      }}
      onUndo={fixes.undo}
    />
  );
}

/** No email is above it on its path. */
function isFirstMail(campaign: Campaign, { id }: Pick<Step, 'id'>): boolean {
  const flow = readFlow(campaign);
  const node = findNode(flow, id);
  return node !== undefined && !ancestorsOf(flow, node.parent_id).some(({ type }) => type === 'EMAIL');
}
