import { Textarea, TextInput } from '@mantine/core';
import { campaignLeadsEndpoints, type ScheduledStep } from '@overture/contract/campaign-leads';
import { findLengthProblem } from '@overture/domain/message/message-length';
import { isBlank } from '@overture/domain/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, refetch } from '../../lib/api-client.ts';
import { AppButton } from '../../ui/app-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { bodyLimit } from '../message-editor/step-draft.ts';
import classes from './lead-panel.module.css';
import { t } from './texts.ts';

interface MessageRewriteProps {
  entry: ScheduledStep;
  campaignId: number;
  prospectId: number;
  onClose: () => void;
}

/** Subject and message of a step for one lead, before it is sent. */
export function MessageRewrite({ entry, prospectId, onClose }: MessageRewriteProps) {
  const client = useQueryClient();
  const [message, setMessage] = useState(entry.message ?? '');
  const [subject, setSubject] = useState(entry.subject_line ?? '');
  const hasSubject = entry.subject_line !== null;
  const subjectProblem = findLengthProblem(subject, 'subject');
  const messageProblem = findLengthProblem(message, entry.step ? bodyLimit(entry.step.step_type) : 'message');
  const save = useMutation({
    mutationFn: () =>
      call(campaignLeadsEndpoints.editLeadMessage, {
        params: { id: prospectId, stepId: entry.step?.id ?? 0 },
        body: { message, subject_line: hasSubject ? subject : null },
      }),
    onSuccess: async () => {
      await refetch(client, campaignLeadsEndpoints.getCampaignLead);
      toast.success(t('edit_saved'));
      onClose();
    },
    onError: (error) => toast.error(errorMessage(error, t('edit_failed'))),
  });
  const isRefused =
    subjectProblem !== null || messageProblem !== null || isBlank(message) || (hasSubject && isBlank(subject));
  return (
    <div className={classes.rewrite}>
      {hasSubject ? (
        <TextInput
          label={t('edit_subject')}
          value={subject}
          error={subjectProblem}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
      ) : null}
      <Textarea
        label={t('edit_text')}
        description={t('edit_hint')}
        autosize
        minRows={5}
        maxRows={16}
        value={message}
        error={messageProblem}
        data-autofocus
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className={classes.decisions}>
        <AppButton size="small" onClick={onClose}>
          {t('cancel')}
        </AppButton>
        <AppButton
          size="small"
          kind="primary"
          disabled={isRefused}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          {t('edit_save')}
        </AppButton>
      </div>
    </div>
  );
}
