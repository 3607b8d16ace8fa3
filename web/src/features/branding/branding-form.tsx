import { SegmentedControl, TextInput } from '@mantine/core';
import { type BrandingSettings, brandingEndpoints } from '@overture/contract/branding';
import { checkBrandColors, contrastRatio, parseHexColor } from '@overture/domain/brand/contrast';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, errorMessage, mutationOptions, refetch } from '../../lib/api/api-client.ts';
import { refetchUser } from '../../lib/api/session.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PictureField } from './picture-field.tsx';
import { BrandPreview } from './preview.tsx';
import { t } from './texts.ts';

interface ColorFieldProps {
  field: 'primary_color' | 'secondary_color' | 'button_color';
  value: string;
  warning: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

const LONG = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** A color as text, with the browser's own chooser beside it. */
function ColorField({ field, value, warning, error, onChange }: ColorFieldProps) {
  const shown = parseHexColor(value) ? value.replace(LONG, '#$1$1$2$2$3$3') : '#000000';
  return (
    <TextInput
      label={t(field)}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      error={error}
      description={warning}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      leftSection={
        <input
          type="color"
          aria-label={t('chooser', { field: t(field) })}
          className="size-6 p-0 border-0 bg-transparent cursor-pointer"
          value={shown.toLowerCase()}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const SAVED_MS = 2000;
const COLORS = ['primary_color', 'secondary_color', 'button_color'] as const;
const ADDRESSES = ['website_url', 'terms_of_service_url', 'privacy_policy_url'] as const;
const TEXTS = [
  'company_display_name',
  'website_url',
  'support_email',
  'terms_of_service_url',
  'privacy_policy_url',
  'domain',
] as const;
const STYLES = ['PILL', 'ROUNDED', 'SQUARE'] as const;

type Problems = Partial<Record<keyof BrandingSettings, string>>;

function findProblems(values: BrandingSettings): Problems {
  const problems: Problems = {};
  for (const field of COLORS) if (!parseHexColor(values[field])) problems[field] = t('hex');
  for (const field of ADDRESSES)
    if (values[field] && !/^https?:\/\/[^\s/]+\.[^\s/]+/i.test(values[field])) problems[field] = t('url');
  if (values.support_email && !/^[^\s@]+@[^\s@]+$/.test(values.support_email)) problems.support_email = t('email');
  if (!values.company_display_name.trim()) problems.company_display_name = t('required');
  if (!values.website_url) problems.website_url = t('required');
  return problems;
}

const hintOf = (field: (typeof TEXTS)[number]): string | undefined => {
  if (field === 'support_email') return t('support_hint');
  return field === 'domain' ? t('domain_hint') : undefined;
};

interface SaveEnds {
  onSaved: (settings: BrandingSettings) => void;
  onRefused: (problems: Problems) => void;
}

function useSave({ onSaved, onRefused }: SaveEnds) {
  const queries = useQueryClient();
  return useMutation({
    ...mutationOptions(brandingEndpoints.saveAgencyBranding),
    onSuccess: async ({ settings: saved }) => {
      onSaved(saved);
      await Promise.all([
        refetch(queries, brandingEndpoints.getAgencyBranding),
        refetch(queries, brandingEndpoints.getBrandHost),
        // The own screen is in the brand too.
        refetchUser(queries),
      ]);
      toast.success(t('saved'), { duration: SAVED_MS });
    },
    onError: (error) => {
      const problems = error instanceof ApiError ? (error.details as Problems) : {};
      if (Object.keys(problems).length > 0) onRefused(problems);
      else toast.error(errorMessage(error, t('failed')));
    },
  });
}

/** The looks of the brand, with what clients will see beside them. */
export function BrandingForm({ settings }: { settings: BrandingSettings }) {
  const [values, setValues] = useState(settings);
  const [problems, setProblems] = useState<Problems>({});
  const change = (part: Partial<BrandingSettings>) => {
    setValues({ ...values, ...part });
    setProblems({});
  };
  const save = useSave({ onSaved: setValues, onRefused: setProblems });
  function submit() {
    const found = findProblems(values);
    setProblems(found);
    if (Object.keys(found).length === 0) save.mutate({ body: { ...values, website_url: values.website_url ?? '' } });
  }
  return (
    <div className="flex flex-wrap items-start gap-6">
      <Form className="flex flex-[1_1_480px] flex-col gap-6 min-w-0" onSubmit={submit}>
        <section aria-label={t('company')} className="grid gap-4 grid-cols-2 max-sm:grid-cols-1">
          {TEXTS.map((field) => (
            <TextInput
              key={field}
              label={t(field)}
              description={hintOf(field)}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              required={field === 'company_display_name' || field === 'website_url'}
              value={values[field] ?? ''}
              error={problems[field]}
              maxLength={field === 'company_display_name' ? 100 : 300}
              autoComplete="off"
              onChange={(event) => change({ [field]: event.currentTarget.value })}
            />
          ))}
        </section>
        <section aria-label={t('pictures')} className="grid gap-4 grid-cols-2 max-sm:grid-cols-1">
          <PictureField kind="logo" value={values.logo} problem={problems.logo} onChange={(logo) => change({ logo })} />
          <PictureField kind="icon" value={values.icon} problem={problems.icon} onChange={(icon) => change({ icon })} />
        </section>
        <ColorSection values={values} problems={problems} onChange={change} />
        <div>
          <AppButton kind="primary" type="submit" loading={save.isPending}>
            {t('save')}
          </AppButton>
        </div>
      </Form>
      <BrandPreview look={values} />
    </div>
  );
}

interface ColorSectionProps {
  values: BrandingSettings;
  problems: Problems;
  onChange: (part: Partial<BrandingSettings>) => void;
}

function ColorSection({ values, problems, onChange }: ColorSectionProps) {
  const warnings = checkBrandColors(values);
  const warningOf = (field: (typeof COLORS)[number]): string | undefined => {
    const warning = warnings.find((one) => one.field === field);
    if (!warning) return undefined;
    const { ratio, shown } = warning;
    // On a light color words are dark: the color itself stays.
    const isKept = field === 'button_color' && contrastRatio(shown, values[field]) === 1;
    return isKept ? t('light_button_color', { ratio }) : t(`hard_${warning.field}`, { ratio, shown });
  };
  return (
    <section aria-label={t('colors')} className="grid gap-4 items-start grid-cols-3 max-sm:grid-cols-1">
      {COLORS.map((field) => (
        <ColorField
          key={field}
          field={field}
          value={values[field]}
          error={problems[field]}
          warning={warningOf(field)}
          onChange={(color) => onChange({ [field]: color })}
        />
      ))}
      <div className="flex flex-col gap-1 col-span-full">
        <span className="text-table font-medium">{t('button_style')}</span>
        <SegmentedControl
          className="self-start"
          aria-label={t('button_style')}
          data={STYLES.map((style) => ({ value: style, label: t(style) }))}
          value={values.button_style}
          onChange={(style) => onChange({ button_style: style as BrandingSettings['button_style'] })}
        />
      </div>
    </section>
  );
}
