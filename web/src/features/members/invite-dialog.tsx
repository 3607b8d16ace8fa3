import { Radio } from '@mantine/core';
import { membersEndpoints } from '@overture/contract/members';
import type { Role, Viewer } from '@overture/domain/access/permissions';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { EmailFields } from './email-fields.tsx';
import { roleOptions } from './role-select.tsx';
import { t } from './texts.ts';

const hints: Record<Role, string> = {
  RESTRICTED: t('role_user_hint'),
  USER: t('role_admin_hint'),
  ADMIN: t('role_staff_hint'),
};

/** One or more addresses and one role for all of them. A pasted list fills as many fields as it has addresses. */
export function InviteDialog({ viewer, onClose }: { viewer: Viewer; onClose: () => void }) {
  const [emails, setEmails] = useState(['']);
  const [role, setRole] = useState<Role>('RESTRICTED');
  const invite = useInvite(onClose);
  const filled = emails.filter((email) => email.trim() !== '').length;
  return (
    <FormDialog
      onClose={onClose}
      isChanged={emails.some((email) => email.trim() !== '')}
      title={t('invite_title')}
      problem={invite.problem}
      confirmLabel={t('send', { count: Math.max(1, filled) })}
      pending={invite.isPending}
      confirm={{ form: 'invite' }}
    >
      <Form id="invite" className="grid gap-3" onSubmit={() => invite.send(emails, role)}>
        <p className="text-ink-3 text-table">{t('invite_text')}</p>
        <EmailFields emails={emails} errors={invite.errors} onChange={setEmails} />
        <Radio.Group label={t('role')} value={role} onChange={(value) => setRole(value as Role)}>
          <div className="grid gap-3 mt-2">
            {roleOptions(viewer)
              .toReversed()
              .map(({ value, label }) => (
                <Radio key={value} value={value} label={label} description={hints[value]} />
              ))}
          </div>
        </Radio.Group>
      </Form>
    </FormDialog>
  );
}

function useInvite(onClose: () => void) {
  const [problem, setProblem] = useState<string | undefined>();
  const [errors, setErrors] = useState<FormErrors>({});
  const { mutate, isPending } = useMutation({
    ...mutationOptions(membersEndpoints.inviteMembers),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('invited'));
    },
    onError: (error) => {
      setErrors(serverErrors(error));
      setProblem(errorMessage(error, t('invite_failed')));
    },
  });
  function send(emails: string[], role: Role) {
    const isEmpty = emails.every((email) => email.trim() === '');
    setErrors({});
    setProblem(isEmpty ? t('fill_in') : undefined);
    if (!isEmpty) mutate({ body: { emails, role } });
  }
  return { problem, errors, send, isPending };
}
