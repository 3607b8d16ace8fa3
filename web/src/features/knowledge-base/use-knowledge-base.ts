import { type Organization, organizationEndpoints } from '@overture/contract/organization';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryKey } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { findOverlap } from '../../lib/edits/changes.ts';
import { type ChangedField, useEditConflict } from '../../lib/edits/use-edit-conflict.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export const DESCRIPTIONS = {
  offer: ['product_description', 'usp_description', 'case_studies'],
  customers: ['icp_description', 'pain_points', 'objections', 'competitors'],
} as const;
export type Description = (typeof DESCRIPTIONS)[keyof typeof DESCRIPTIONS][number];
type Fields = Pick<Organization, 'name' | 'website_url' | 'annual_revenue' | 'employee_count' | Description>;
type Stored = Fields & Pick<Organization, 'version'>;

const wordsOf = (name: keyof Fields, mine: Partial<Fields>, theirs: Fields): ChangedField => ({
  label: t(name),
  theirs: String(theirs[name] ?? ''),
  mine: String(mine[name] ?? ''),
});

/** Unsaved changes over the stored values. Only changed fields are sent, which keeps a teammate's concurrent changes. */
export function useKnowledgeBase(stored: Stored) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<Fields>>({});
  // What the form started with: the organization may be refetched while the user types.
  const [base, setBase] = useState(stored);
  const [errors, setErrors] = useState<FormErrors>({});
  const saving = useMutation({
    ...mutationOptions(organizationEndpoints.updateOrganization),
    onSuccess: async () => {
      await whenRefetched();
      setChanges({});
      toast.success(t('saved'), { duration: 1500 });
    },
    onError: (error) => {
      if (conflict.take(error)) return;
      setErrors(serverErrors(error));
      toast.error(errorMessage(error, t('failed')));
    },
  });
  const conflict = useEditConflict<{ data: Organization }>({
    overlap: ({ data }) =>
      findOverlap<Partial<Fields>>(base, changes, data).map((name) => wordsOf(name, changes, data)),
    keepMine: ({ data }) => saving.mutate({ body: { ...changes, version: data.version } }),
    seeTheirs: ({ data }) => {
      client.setQueryData(queryKey(organizationEndpoints.getOrganization, {}), { data });
      setBase(data);
      setChanges({});
      return () => setChanges(changes);
    },
  });
  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    setErrors({});
    if (Object.keys(changes).length === 0) setBase(stored);
    setChanges((before) => {
      const { [name]: _, ...others } = before;
      return (stored[name] ?? '') === (value ?? '') ? (others as Partial<Fields>) : { ...before, [name]: value };
    });
  }
  return {
    values: { ...stored, ...changes },
    errors,
    change,
    isChanged: Object.keys(changes).length > 0,
    isSaving: saving.isPending,
    conflict: conflict.dialog,
    discard: () => setChanges({}),
    save() {
      if (changes.name?.trim() === '') setErrors({ name: t('name_needed') });
      else saving.mutate({ body: { ...changes, version: base.version } });
    },
  };
}
