import { Select, Textarea, TextInput } from '@mantine/core';
import { apiKeysEndpoints } from '@overture/contract/api-keys';
import { KEY_LIMITS } from '@overture/domain/access/key-scopes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { withinSentence } from '../../lib/format.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { useStepUp } from '../security/index.ts';
import { BUNDLES, type Bundle, EXTRAS, type Extra, LIFETIMES, type Lifetime, scopesOf, toDays } from './key-words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { t } from './texts.ts';

/** Name, access, addresses and lifetime of a new key; then the key itself, once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const form = useKeyForm();
  const [problem, setProblem] = useState<string | undefined>();
  const create = useMutation(mutationOptions(apiKeysEndpoints.createApiKey));
  const stepUp = useStepUp();
  function submit() {
    const { name, bundle, extras, addresses, lifetime } = form.values;
    if (name.trim() === '') return setProblem(t('name_needed'));
    setProblem(undefined);
    const body = {
      name: name.trim(),
      scopes: scopesOf(bundle, extras),
      kind: form.values.is_assistant ? ('assistant' as const) : ('program' as const),
      ip_allow: addresses.split(/\s+/).filter((address) => address !== ''),
      expires_in_days: toDays(lifetime),
    };
    create.mutate(
      { body },
      { onError: (error) => stepUp.ask(error, submit) || setProblem(errorMessage(error, t('create_failed'))) },
    );
  }
  if (create.data) return <NewKeyDialog secret={create.data.secret} onClose={onClose} />;
  return (
    <>
      <FormDialog
        onClose={onClose}
        isChanged={`${form.values.name}${form.values.addresses}`.trim() !== ''}
        title={t('create')}
        problem={problem}
        confirmLabel={t('create')}
        pending={create.isPending}
        confirm={submit}
      >
        <KeyFields {...form} />
      </FormDialog>
      {stepUp.dialog}
    </>
  );
}

interface KeyForm {
  name: string;
  bundle: Bundle;
  extras: Extra[];
  is_assistant: boolean;
  addresses: string;
  lifetime: Lifetime;
}

interface KeyFormState {
  values: KeyForm;
  change: (changes: Partial<KeyForm>) => void;
}

function useKeyForm(): KeyFormState {
  const [values, setValues] = useState<KeyForm>({
    name: '',
    bundle: 'read',
    extras: [],
    is_assistant: false,
    addresses: '',
    lifetime: 'none',
  });
  return { values, change: (changes) => setValues((before) => ({ ...before, ...changes })) };
}

function KeyFields({ values, change }: KeyFormState) {
  return (
    <div className="flex flex-col gap-5">
      <TextInput
        label={t('name')}
        placeholder={t('name_placeholder')}
        value={values.name}
        maxLength={KEY_LIMITS.name_characters}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <AccessFields
        bundle={values.bundle}
        onBundle={(bundle) => change({ bundle })}
        extras={values.extras}
        onExtras={(extras) => change({ extras })}
      />
      <OptionCard
        kind="checkbox"
        label={t('for_assistant')}
        checked={values.is_assistant}
        onChange={() => change({ is_assistant: !values.is_assistant })}
      />
      <Select
        label={t('lifetime')}
        data={LIFETIMES.map((value) => ({ value, label: t(`lifetime_${value}`) }))}
        value={values.lifetime}
        allowDeselect={false}
        onChange={(value) => change({ lifetime: (value ?? 'none') as Lifetime })}
      />
      <Textarea
        label={t('addresses')}
        description={t('addresses_hint')}
        placeholder={t('addresses_placeholder')}
        value={values.addresses}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={3000}
        onChange={(event) => change({ addresses: event.currentTarget.value })}
      />
    </div>
  );
}

interface AccessFieldsProps {
  bundle: Bundle;
  onBundle: (bundle: Bundle) => void;
  extras: readonly Extra[];
  onExtras: (extras: Extra[]) => void;
}

function AccessFields({ bundle, onBundle, extras, onExtras }: AccessFieldsProps) {
  return (
    <>
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
        <legend className="mb-2 text-table font-medium">{t('access')}</legend>
        {BUNDLES.map((one) => (
          <OptionCard
            key={one}
            kind="radio"
            name="bundle"
            label={`${t(`bundle_${one}`)}: ${withinSentence(t(`bundle_${one}_note`))}`}
            checked={bundle === one}
            onChange={() => onBundle(one)}
          />
        ))}
      </fieldset>
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
        <legend className="mb-2 text-table font-medium">{t('also')}</legend>
        {EXTRAS.map((extra) => (
          <OptionCard
            key={extra}
            kind="checkbox"
            label={t(`extra_${extra}`)}
            checked={extras.includes(extra)}
            onChange={() =>
              onExtras(extras.includes(extra) ? extras.filter((one) => one !== extra) : [...extras, extra])
            }
          />
        ))}
      </fieldset>
    </>
  );
}
