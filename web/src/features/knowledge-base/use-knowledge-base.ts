import { type Organization, organizationEndpoints } from '@overture/contract/organization';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export const DESCRIPTIONS = {
  offer: ['product_description', 'usp_description', 'case_studies'],
  customers: ['icp_description', 'pain_points', 'objections', 'competitors'],
} as const;
export type Description = (typeof DESCRIPTIONS)[keyof typeof DESCRIPTIONS][number];
type Fields = Pick<Organization, 'name' | 'website_url' | 'annual_revenue' | 'employee_count' | Description>;

/** What was changed and not saved, over what is stored. Only changed fields are sent: what a colleague changed meanwhile stays. */
export function useKnowledgeBase(stored: Fields) {
  const client = useQueryClient();
  const [changes, setChanges] = useState<Partial<Fields>>({});
  const [errors, setErrors] = useState<FormErrors>({});
  const saving = useMutation({
    ...mutationOptions(organizationEndpoints.updateOrganization),
    onSuccess: async () => {
      await Promise.all([refetch(client, organizationEndpoints.getOrganization), refetchUser(client)]);
      setChanges({});
      toast.success(t('saved'), { duration: 1500 });
    },
    onError: (error) => {
      setErrors(serverErrors(error));
      toast.error(errorMessage(error, t('failed')));
    },
  });
  function change<Name extends keyof Fields>(name: Name, value: Fields[Name]) {
    setErrors({});
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
    discard: () => setChanges({}),
    save() {
      if (changes.name?.trim() === '') setErrors({ name: t('name_needed') });
      else saving.mutate({ body: changes });
    },
  };
}
