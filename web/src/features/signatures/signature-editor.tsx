import { SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { RichTextArea } from './rich-text-area.tsx';
import { SignatureFrame } from './signature-frame.tsx';
import classes from './signatures.module.css';
import { t } from './texts.ts';

interface SignatureEditorProps {
  value: string;
  onChange: (html: string) => void;
}

/** Pictures, tables and styles pasted from a mail program would be lost in the simple editor; they are edited as HTML. */
function needsHtml(html: string): boolean {
  return /<(img|table|font|h[1-6]|hr|ul|ol)\b|\sstyle=/i.test(html);
}

/** Two ways to write a signature: a small editor, and HTML with a preview. */
export function SignatureEditor({ value, onChange }: SignatureEditorProps) {
  const [mode, setMode] = useState<'visual' | 'html'>(() => (needsHtml(value) ? 'html' : 'visual'));
  return (
    <div>
      <div className={classes.editorHead}>
        <span className={classes.editorLabel}>{t('signature')}</span>
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
            classNames={{ input: classes.code ?? '' }}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <p className={classes.previewLabel}>{t('preview')}</p>
          <div className={classes.preview}>
            <SignatureFrame html={value} label={t('preview')} />
          </div>
        </>
      )}
    </div>
  );
}
