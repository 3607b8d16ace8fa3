import { Select, Textarea, TextInput } from '@mantine/core';
import { privacyEndpoints } from '@overture/contract/privacy';
import { LEGAL_BASIS_NAMES, type LegalBasis, PRIVACY_LIMITS } from '@overture/domain/privacy/privacy-notice';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { legalBasisLabel } from '../../lib/labels/lead/legal-basis.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { t } from './notice-texts.ts';

interface BasisDialogProps {
  of: 'lead' | 'list';
  id: number;
  name: string;
  /** Its own; undefined where it has none. */
  own: { basis: LegalBasis; note: string; given_on: string | null } | undefined;
  onClose: () => void;
}

const NONE = 'none';
type GivenBasis = { basis: string; note: string; given_on: string };

/** Sets why one lead is held, or the leads of a list. */
export function BasisDialog({ of, id, name, onClose, ...props }: BasisDialogProps) {
  const own = props.own ?? { basis: NONE, note: '', given_on: null };
  const [given, setGiven] = useState<GivenBasis>({ basis: own.basis, note: own.note, given_on: own.given_on ?? '' });
  const isChanged = given.basis !== own.basis || given.note !== own.note || given.given_on !== (own.given_on ?? '');
  const isConsent = given.basis === 'consent';
  const isWhole = !isConsent || (given.note.trim() !== '' && given.given_on !== '');
  const save = useMutation({
    ...mutationOptions(of === 'lead' ? privacyEndpoints.setLeadBasis : privacyEndpoints.setListBasis),
    onSuccess: async () => {
      onClose();
      toast.success(t('basis_saved'));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  const set = (changed: Partial<GivenBasis>) => setGiven({ ...given, ...changed });
  const submit = () =>
    save.mutate({
      params: { id },
      body: {
        basis: given.basis === NONE ? null : (given.basis as LegalBasis),
        note: given.note,
        given_on: isConsent ? given.given_on : null,
      },
    });
  return (
    <FormDialog
      onClose={onClose}
      isChanged={isChanged}
      title={t('basis_title', { name })}
      confirmLabel={t('save')}
      pending={save.isPending}
      disabled={!isChanged || !isWhole}
      confirm={submit}
    >
      <BasisFields none={t(of === 'lead' ? 'basis_none' : 'basis_none_list')} given={given} set={set} />
    </FormDialog>
  );
}

interface BasisFieldsProps {
  none: string;
  given: GivenBasis;
  set: (changed: Partial<GivenBasis>) => void;
}

function BasisFields({ none, given, set }: BasisFieldsProps) {
  const isConsent = given.basis === 'consent';
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t('basis')}
        data={[
          { value: NONE, label: none },
          ...LEGAL_BASIS_NAMES.map((value) => ({ value, label: legalBasisLabel(value) })),
        ]}
        value={given.basis}
        allowDeselect={false}
        data-autofocus
        onChange={(value) => value && set({ basis: value })}
      />
      {given.basis === NONE ? null : (
        <Textarea
          label={t(isConsent ? 'basis_proof' : 'basis_note')}
          value={given.note}
          maxLength={PRIVACY_LIMITS.basis_note_max}
          autosize
          minRows={2}
          required={isConsent}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      )}
      {isConsent ? (
        <TextInput
          type="date"
          label={t('basis_date')}
          value={given.given_on}
          required
          onChange={(event) => set({ given_on: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
