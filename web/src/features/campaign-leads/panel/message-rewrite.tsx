import { TextInput } from '@mantine/core';
import { campaignLeadsEndpoints, type ScheduledStep } from '@overture/contract/campaign-leads';
import { stepKind } from '@overture/domain/flow/step-types';
import { findLengthProblem } from '@overture/domain/message/message-length';
import { isBlank } from '@overture/domain/text/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { useUnsavedText } from '../../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { TokenField } from '../../message-editor/index.ts';
import { t } from '../texts.ts';

interface MessageRewriteProps {
  entry: ScheduledStep;
  campaignId: number;
  prospectId: number;
  onClose: () => void;
}

/** The texts as they are being rewritten, with their problems. */
function useRewrite(entry: ScheduledStep) {
  const [initial] = useState({ message: entry.edit_message ?? entry.message ?? '', subject: entry.edit_subject ?? '' });
  const [texts, setTexts] = useState(initial);
  const { message, subject } = texts;
  const field = stepKind(entry.step?.step_type ?? 'EMAIL').body;
  const problems = { subject: findLengthProblem(subject, 'subject'), message: findLengthProblem(message, field) };
  return {
    ...texts,
    change: (text: Partial<typeof texts>) => setTexts((before) => ({ ...before, ...text })),
    field,
    subjectProblem: problems.subject,
    isChanged: message !== initial.message || subject !== initial.subject,
    isRefused: problems.subject !== null || problems.message !== null || isBlank(message),
  };
}

/** Subject and message of a step for one lead, before it is sent. */
export function MessageRewrite({ entry, prospectId, onClose }: MessageRewriteProps) {
  const { message, subject, change, field, subjectProblem, isChanged, isRefused } = useRewrite(entry);
  const hasSubject = entry.subject_line !== null;
  const isFollowUp = hasSubject && entry.edit_subject === null;
  const save = useMutation({
    mutationFn: () =>
      call(campaignLeadsEndpoints.editLeadMessage, {
        params: { id: prospectId, stepId: entry.step?.id ?? 0 },
        body: { message, subject_line: hasSubject && !isBlank(subject) ? subject : null },
      }),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('edit_saved'));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('edit_failed'))),
  });
  useUnsavedText(isChanged && !save.isSuccess);
  return (
    <div className="flex flex-col gap-3 mt-2">
      {hasSubject ? (
        <TextInput
          label={t('edit_subject')}
          value={subject}
          placeholder={isFollowUp ? (entry.subject_line ?? '') : undefined}
          description={isFollowUp ? t('edit_same_thread') : undefined}
          error={subjectProblem}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
      ) : null}
      <TokenField
        label={t('edit_text')}
        placeholder={t('edit_text')}
        value={message}
        field={field}
        isEditable
        onChange={(text) => change({ message: text })}
        onReady={(editor) => editor.focus()}
      />
      <p className="text-ink-3 text-meta">{t('edit_hint')}</p>
      <div className="flex flex-wrap gap-2 mt-2">
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton
          size="small"
          kind="primary"
          disabled={isRefused || (hasSubject && !isFollowUp && isBlank(subject))}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('edit_save')}
        </AppButton>
      </div>
    </div>
  );
}
