import { SegmentedControl, Textarea } from '@mantine/core';
import { isRichSignature, signatureText } from '@overture/domain/message/rich/signature-text';
import { useState } from 'react';
import { RichTextArea } from './rich-text-area.tsx';
import { SignatureFrame } from './signature-frame.tsx';
import { t } from './texts.ts';

interface SignatureEditorProps {
  value: string;
  onChange: (html: string) => void;
}

/** Pictures, tables and styles pasted from a mail program would be lost in the editor; they are edited as HTML. */
const needsHtml = (html: string): boolean => !isRichSignature(html);

/** Two ways to write a signature: a small editor, and HTML with a preview. */
export function SignatureEditor({ value, onChange }: SignatureEditorProps) {
  const [mode, setMode] = useState<'visual' | 'html'>(() => (needsHtml(value) ? 'html' : 'visual'));
  return (
    <div>
      <div className="flex items-center justify-between min-h-8.5 mb-1.25">
        <span className="text-table font-medium">{t('signature')}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('signature')}
          value={mode}
          onChange={(next) => setMode(next === 'html' ? 'html' : 'visual')}
          data={[
            { value: 'visual', label: t('visual'), disabled: needsHtml(value) },
            { value: 'html', label: t('html') },
          ]}
        />
      </div>
      {mode === 'visual' ? (
        <RichTextArea initialHtml={value} onChange={onChange} label={t('signature')} />
      ) : (
        <>
          <Textarea
            aria-label={t('signature')}
            value={value}
            autosize
            minRows={7}
            maxRows={14}
            maxLength={50_000}
            classNames={{ input: 'font-mono text-table' }}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <p className="mt-3 mb-1.25 text-ink-3 text-meta">{t('preview')}</p>
          <div className="overflow-hidden border border-line rounded-control">
            <SignatureFrame html={value} label={t('preview')} />
          </div>
        </>
      )}
      <TextPart html={value} />
    </div>
  );
}

/** What programs show that show no formatted text. */
function TextPart({ html }: { html: string }) {
  const text = signatureText(html).trim();
  if (text === '') return null;
  return (
    <details className="mt-3">
      <summary className="text-ink-3 text-meta cursor-pointer">{t('text_part')}</summary>
      <p className="mt-1.25 py-2 px-3 rounded-control bg-sunken font-mono text-table whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </details>
  );
}
