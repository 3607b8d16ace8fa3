import { TextInput } from '@mantine/core';
import { agencyEndpoints } from '@overture/contract/agency';
import { isEmailAddress } from '@overture/domain/addresses/email-address';
import { AGENCY_LIMITS, TEXT_LIMITS } from '@overture/domain/limits';
import type { ClientCreditSource } from '@overture/domain/money/client-months';
import { IconPhoto } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../../lib/api/form-schema.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { PersonAvatar } from '../../../ui/display/person-avatar.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { FileButton } from '../../../ui/inputs/file-button.tsx';
import { t } from '../texts.ts';
import { CreditsNote, ExtrasSliders, PriceBreakdown, PriceConfirmation } from './extras-sliders.tsx';

const TOAST_MS = 2000;
const FIELDS = [
  { field: 'name', label: t('contact_name'), max: TEXT_LIMITS.name_max, type: 'text' },
  { field: 'company_name', label: t('company_name'), max: TEXT_LIMITS.name_max, type: 'text' },
  { field: 'email', label: t('email'), max: 254, type: 'email' },
  { field: 'company_website_url', label: t('website'), max: TEXT_LIMITS.url_max, type: 'url' },
] as const;
const EMPTY = { name: '', company_name: '', email: '', company_website_url: '' };
const NO_EXTRAS = { extra_email_accounts: 0, extra_linkedin_accounts: 0, extra_credits: 0 };

export interface CreatedClient {
  id: number;
  email: string;
  /** Opens the account of the first user. */
  url: string;
}

interface CreateClientDialogProps {
  creditsFrom: ClientCreditSource;
  onClose: () => void;
  onCreated: (client: CreatedClient) => void;
}

/** Opens an account for a client: who it is, what it has on top, and what that costs. */
export function CreateClientDialog({ creditsFrom, onClose, onCreated }: CreateClientDialogProps) {
  const [values, setValues] = useState(EMPTY);
  const [extras, setExtras] = useState(NO_EXTRAS);
  const [logo, setLogo] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const { errors, create, isPending } = useCreate(onCreated);
  return (
    <FormDialog
      onClose={onClose}
      isChanged={JSON.stringify(values) !== JSON.stringify(EMPTY)}
      title={t('create_title')}
      note={
        <div className="flex-[1_1_100%] min-w-0 text-start">
          <PriceConfirmation extras={extras} checked={isSure} onChange={setSure} />
        </div>
      }
      confirmLabel={t('create')}
      pending={isPending}
      disabled={!isSure}
      confirm={{ form: 'create-client' }}
    >
      <Form id="create-client" className="grid gap-4" onSubmit={() => isSure && create(values, extras, logo)}>
        {FIELDS.map(({ field, label, max, type }, index) => (
          <TextInput
            key={field}
            label={label}
            type={type}
            required
            maxLength={max}
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            value={values[field]}
            error={errors[field]}
            onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
          />
        ))}
        <LogoField name={values.company_name} logo={logo} error={errors.logo} onChange={setLogo} />
        <ExtrasSliders
          value={extras}
          onChange={(next) => {
            setExtras(next);
            // What was confirmed is another price.
            setSure(false);
          }}
        />
        <PriceBreakdown extras={extras} />
        <CreditsNote from={creditsFrom} isNew />
      </Form>
    </FormDialog>
  );
}

function useCreate(onCreated: (client: CreatedClient) => void) {
  const [errors, setErrors] = useState<FormErrors>({});
  const { mutate, isPending } = useMutation({
    ...mutationOptions(agencyEndpoints.createClient),
    onSuccess: async ({ url, client_id }, { body }) => {
      await whenRefetched();
      toast.success(t('created'));
      onCreated({ id: client_id, email: body.email, url });
    },
    onError: (error) => {
      setErrors(serverErrors(error));
      toast.error(errorMessage(error, t('create_failed')), { duration: TOAST_MS });
    },
  });
  function create(values: typeof EMPTY, extras: typeof NO_EXTRAS, logo: string | null) {
    const found = findErrors(values);
    setErrors(found);
    if (Object.keys(found).length === 0 && !isPending) mutate({ body: { ...values, ...extras, logo } });
  }
  return { errors, create, isPending };
}

function findErrors(values: typeof EMPTY): FormErrors {
  const missing = Object.entries(values).filter(([, value]) => value.trim() === '');
  const errors: FormErrors = Object.fromEntries(missing.map(([field]) => [field, t('required')]));
  if (values.name.trim().length === 1) errors.name = t('name_short');
  if (!errors.email && !isEmailAddress(values.email.trim())) errors.email = t('email_wrong');
  return errors;
}

const TYPES = ['image/png', 'image/jpeg', 'image/webp'];

interface LogoFieldProps {
  name: string;
  logo: string | null;
  error: string | undefined;
  onChange: (logo: string | null) => void;
}

function LogoField({ name, logo, error, onChange }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | undefined>();
  function read(file: File) {
    const isFine = TYPES.includes(file.type) && file.size <= AGENCY_LIMITS.logo_max_bytes;
    setProblem(isFine ? undefined : t('logo_wrong'));
    if (!isFine) return;
    const reader = new FileReader();
    reader.onload = () => onChange(String(reader.result));
    reader.readAsDataURL(file);
  }
  const shown = problem ?? error;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {name.trim() === '' && !logo ? (
        <span className="grid place-items-center size-11 rounded-card bg-sunken text-ink-3">
          <IconPhoto size={20} aria-hidden />
        </span>
      ) : (
        <PersonAvatar name={name} picture_url={logo} size={44} shape="square" />
      )}
      <div className="flex-1 min-w-0">
        <p className="text-table font-medium">{t('logo')}</p>
        <p className={shown ? 'text-red text-meta' : 'text-ink-3 text-meta'} role={shown ? 'alert' : undefined}>
          {shown ?? t('logo_hint')}
        </p>
      </div>
      {logo ? <AppButton onClick={() => onChange(null)}>{t('logo_remove')}</AppButton> : null}
      <FileButton label={t('logo')} accept={TYPES.join()} onFile={read}>
        {t('logo_choose')}
      </FileButton>
    </div>
  );
}
