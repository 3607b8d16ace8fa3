import {
  describeOutput,
  describeTag,
  parseConditionForm,
  parseOutputForm,
  writeConditionForm,
  writeOutputForm,
} from '@overture/domain/message/template/labels';
import { writeToken } from '@overture/domain/message/tokens';
import { IconLink } from '@tabler/icons-react';
import { LinkFields } from '../../rich-text/index.ts';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { ChipPopover, ConditionFields, OutputFields } from './chip-forms.tsx';
import { useNameLabel } from './previewed-lead.tsx';

interface ChipProps {
  source: string;
  isEditable: boolean;
  /** Puts another text in the place of the chip. */
  onReplace: (source: string) => void;
}

/** A variable: its name and fallback. A click edits it. */
export function OutputChip({ source, isEditable, onReplace }: ChipProps) {
  const form = parseOutputForm(source);
  const label = useNameLabel(form?.name) ?? describeOutput(source);
  const instead = form?.fallback ? t('chip_else', { text: form.fallback }) : '';
  const shown = (
    <>
      {label}
      {form === null ? ' …' : null}
      {instead ? <span className="text-ink-3 font-normal">{instead}</span> : null}
    </>
  );
  const title = form === null ? source : t('token_variable', { name: label });
  if (form === null || !isEditable) {
    return (
      <span className={classes.token} data-token="variable" title={title}>
        {shown}
      </span>
    );
  }
  // With the words that are shown: who speaks to the computer says those.
  const change = t('chip_change', { name: `${label}${instead}` });
  return (
    <ChipPopover
      label={change}
      chip={(toggle, isOpen) => (
        <button
          type="button"
          className={classes.token}
          data-token="variable"
          title={title}
          aria-label={change}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {shown}
        </button>
      )}
    >
      {(close) => (
        <OutputFields
          value={form}
          onSave={(next) => {
            close();
            onReplace(writeOutputForm(next));
          }}
        />
      )}
    </ChipPopover>
  );
}

/** A part of a condition in words. A click on a question changes it. */
export function ConditionChip({ source, isEditable, onReplace }: ChipProps) {
  const form = parseConditionForm(source);
  const words = describeTag(source);
  if (form === null || !isEditable) {
    return (
      <span className={classes.token} data-token="condition" title={source}>
        {words}
      </span>
    );
  }
  const kind = words.startsWith('Otherwise') ? 'elsif' : 'if';
  return (
    <ChipPopover
      label={t('condition_change')}
      chip={(toggle, isOpen) => (
        <button
          type="button"
          className={classes.token}
          data-token="condition"
          title={source}
          aria-label={t('condition_change_of', { words })}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {words}
        </button>
      )}
    >
      {(close) => (
        <ConditionFields
          value={form}
          onSave={(next) => {
            close();
            onReplace(writeConditionForm(kind, next));
          }}
        />
      )}
    </ChipPopover>
  );
}

interface LinkChipProps extends Omit<ChipProps, 'source'> {
  link: { text: string; url: string };
}

/** A link by its text. A click changes text and address. */
export function LinkChip({ link, isEditable, onReplace }: LinkChipProps) {
  const title = t('token_link', link);
  const shown = (
    <>
      <IconLink size={13} aria-hidden />
      {link.text}
    </>
  );
  if (!isEditable) {
    return (
      <span className={classes.token} data-token="link" title={title}>
        {shown}
      </span>
    );
  }
  return (
    <ChipPopover
      label={t('link_change')}
      chip={(toggle, isOpen) => (
        <button
          type="button"
          className={classes.token}
          data-token="link"
          title={title}
          aria-label={t('chip_change', { name: link.text })}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {shown}
        </button>
      )}
    >
      {(close) => (
        <LinkFields
          value={link}
          action={t('chip_apply')}
          onSave={(next) => {
            close();
            onReplace(writeToken({ kind: 'link', ...next }));
          }}
        />
      )}
    </ChipPopover>
  );
}
