import { Textarea } from '@mantine/core';
import type { Condition, Step } from '@overture/contract/campaigns';
import { stepKind } from '@overture/domain/flow/step-types';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { t } from './texts.ts';

/** The script of a step that a person does; undefined for other nodes. */
export function findScript(node: Step | Condition): string | undefined {
  return 'step_type' in node && stepKind(node.step_type).is_manual ? (node.message ?? '') : undefined;
}

interface ScriptFieldProps {
  script: string | undefined;
  isEditable: boolean;
  onChange: (script: string) => void;
}

/** What people say in a call, with the variables of messages. */
export function ScriptField({ script, isEditable, onChange }: ScriptFieldProps) {
  if (script === undefined) return null;
  return (
    <Textarea
      label={t('script')}
      description={t('script_text')}
      autosize
      minRows={4}
      maxRows={16}
      maxLength={CHARACTER_LIMITS.message}
      readOnly={!isEditable}
      value={script}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
