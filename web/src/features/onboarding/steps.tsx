import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { FormErrors } from '../../lib/api/form-schema.ts';
import { t } from './texts.ts';
import type { Company } from './use-wizard.ts';

interface WebsiteStepProps {
  value: string;
  hasNone: boolean;
  error: string | undefined;
  setWebsite: (website: string) => void;
  setNone: (hasNone: boolean) => void;
}

export function WebsiteStep({ value, hasNone, error, setWebsite, setNone }: WebsiteStepProps) {
  return (
    <>
      <p className="text-ink-2">{t('website_text')}</p>
      <TextInput
        label={t('website')}
        value={value}
        disabled={hasNone}
        error={error}
        inputMode="url"
        autoComplete="url"
        data-autofocus
        onChange={(event) => setWebsite(event.currentTarget.value)}
      />
      <Checkbox
        label={t('no_website')}
        checked={hasNone}
        onChange={(event) => {
          setNone(event.currentTarget.checked);
          if (event.currentTarget.checked) setWebsite('');
        }}
      />
    </>
  );
}

interface CompanyStepProps {
  value: Company;
  isPrefilled: boolean;
  errors: FormErrors;
  setCompany: (company: Company) => void;
}

const AREAS = [
  ['product_description', 'product'],
  ['icp_description', 'customers'],
  ['pain_points', 'pains'],
] as const;

export function CompanyStep({ value, isPrefilled, errors, setCompany }: CompanyStepProps) {
  return (
    <>
      <p className="text-ink-2">{t(isPrefilled ? 'prefilled' : 'company_text')}</p>
      <TextInput
        label={t('name')}
        value={value.name}
        error={errors.name}
        data-autofocus
        onChange={(event) => setCompany({ ...value, name: event.currentTarget.value })}
      />
      {AREAS.map(([field, label]) => (
        <Textarea
          key={field}
          label={t(label)}
          autosize
          minRows={2}
          maxRows={5}
          value={value[field]}
          error={errors[field]}
          onChange={(event) => setCompany({ ...value, [field]: event.currentTarget.value })}
        />
      ))}
    </>
  );
}
