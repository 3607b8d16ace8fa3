import { useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { FoldedSection } from '../folded-section.tsx';
import { t } from '../texts.ts';
import { TokenField } from '../tokens/token-field.tsx';

interface TextPartProps {
  message: string;
  /** Written by hand: it does not follow the formatted text. */
  isOwn: boolean;
  isEditable: boolean;
  /** Why the two can't be sent together. */
  problem: string | null;
  onChange: (message: string) => void;
  onOwn: (isOwn: boolean) => void;
}

/** The other half of a formatted email: what programs show that show no HTML. */
export function TextPart({ message, isOwn, isEditable, problem, onChange, onOwn }: TextPartProps) {
  const [isOpen, setOpen] = useState(isOwn);
  return (
    <FoldedSection title={t('text_part')} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <div className="flex flex-col gap-2">
        <p className="text-ink-3 text-meta">{t(isOwn ? 'text_part_own' : 'text_part_follows')}</p>
        {isOwn ? (
          <TokenField
            label={t('text_part')}
            isLabelHidden
            placeholder=""
            value={message}
            field="message"
            isEditable={isEditable}
            onChange={onChange}
            onReady={() => {}}
          />
        ) : (
          <p className="py-2 px-3 border border-line rounded-control bg-sunken font-mono text-meta whitespace-pre-wrap wrap-anywhere">
            {message}
          </p>
        )}
        {problem ? (
          <p role="alert" className="text-red text-meta">
            {problem}
          </p>
        ) : null}
        {isEditable ? (
          <div>
            <AppButton size="small" onClick={() => onOwn(!isOwn)}>
              {t(isOwn ? 'text_part_follow' : 'text_part_edit')}
            </AppButton>
          </div>
        ) : null}
      </div>
    </FoldedSection>
  );
}
