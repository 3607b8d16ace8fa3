import { onboardingEndpoints } from '@overture/contract/onboarding';
import { organizationEndpoints } from '@overture/contract/organization';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { type FormErrors, serverErrors } from '../../lib/api/form-schema.ts';
import { useUser } from '../../lib/api/session.ts';
import { canTour, setTour } from '../../lib/tour.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { t } from './texts.ts';

export interface Company {
  name: string;
  product_description: string;
  icp_description: string;
  pain_points: string;
}

export type WizardStep = 1 | 2 | 3 | 4;

/** State of the wizard: each step is saved before the next one shows. */
export function useWizard(onClose: () => void) {
  const { organization } = useUser();
  const [step, setStep] = useState<WizardStep>(1);
  const site = useWebsite(organization.website_url);
  const { website, hasNone } = site;
  const [company, setCompany] = useState<Company>(() => toCompany(organization));
  const [suggested, setSuggested] = useState(company);
  const [isPrefilled, setPrefilled] = useState(false);
  const [emails, setEmails] = useState(['']);
  const [errors, setErrors] = useState<FormErrors>({});
  const [problem, setProblem] = useState<string>();
  const saving = useMutation({
    ...mutationOptions(onboardingEndpoints.saveOnboardingStep),
    onSuccess: (known) => {
      if (step === 1 && !hasNone) {
        // Texts stored before stay.
        const hasTexts = Object.values(toCompany(organization)).slice(1).some(Boolean);
        setCompany((typed) => (hasTexts ? typed : saveTyped(typed, suggested, toCompany(known))));
        setSuggested(toCompany(known));
        setPrefilled(!hasTexts && Boolean(known.product_description));
      }
      setStep(nextStep(step, organization.is_agency));
    },
    onError: (error) => {
      const found = serverErrors(error);
      setErrors(found);
      if (found.website_url) site.setUnread(website);
      else setProblem(errorMessage(error, t('failed')));
    },
  });
  function next(): void {
    setProblem(undefined);
    setErrors({});
    if (step === 1) saving.mutate({ body: { step, ...site.given() } });
    if (step === 2) saving.mutate({ body: { step, ...company } });
    if (step === 3) saving.mutate({ body: { step, team_members: emails } });
    if (step === 4) finish(canTour(organization.branding_settings));
  }
  function finish(withTour: boolean): void {
    completeOnboarding();
    onClose();
    if (withTour) setTour({ step: 0 });
  }
  return {
    step,
    steps: organization.is_agency ? 2 : 3,
    website: { value: website, hasNone, setWebsite: site.setWebsite, setNone: site.setNone },
    company: { value: company, isPrefilled, setCompany },
    team: { value: emails, setEmails },
    errors,
    problem,
    isPending: saving.isPending,
    isLast: step === 3 || (step === 2 && organization.is_agency),
    canGoOn: step !== 1 || hasNone || website.trim() !== '',
    next,
    finish,
    canTour: canTour(organization.branding_settings),
    back: () => setStep((now) => (now > 1 ? ((now - 1) as WizardStep) : now)),
  };
}
export type Wizard = ReturnType<typeof useWizard>;

function completeOnboarding(): void {
  void call(organizationEndpoints.completeOnboarding, {}).catch((error) =>
    toast.error(errorMessage(error, t('failed'))),
  );
}

/** The website as it was typed, or else as the email address suggests it. */
function useWebsite(stored: string | null) {
  const suggested = useSuggestedWebsite();
  const [typed, setWebsite] = useState(stored ?? undefined);
  const [hasNone, setNone] = useState(false);
  // A website that could not be read is kept when it is sent again.
  const [unread, setUnread] = useState<string>();
  const website = typed ?? suggested ?? '';
  const given = () => ({
    website_url: hasNone ? null : website.trim(),
    has_website: !hasNone,
    ...(website === unread ? { keep_website: true } : {}),
  });
  return { website, hasNone, given, setWebsite, setNone, setUnread };
}

/** The list of providers that this needs is long: it is fetched with the first step only. */
function useSuggestedWebsite(): string | undefined {
  const { email } = useUser();
  const { data } = useQuery({
    queryKey: ['suggested-website', email],
    queryFn: async () => (await import('@overture/domain/addresses/free-mail')).suggestWebsite(email),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data ?? undefined;
}

/** Agencies skip invitations: their users belong to their clients. */
function nextStep(step: WizardStep, isAgency: boolean): WizardStep {
  if (step === 2 && isAgency) return 4;
  return Math.min(4, step + 1) as WizardStep;
}

/** What a person typed stays; a field that is empty, or as it was suggested, takes the new suggestion. */
function saveTyped(typed: Company, suggested: Company, fresh: Company): Company {
  const fields = Object.keys(typed) as (keyof Company)[];
  return Object.fromEntries(
    fields.map((field) => [
      field,
      typed[field] === '' || typed[field] === suggested[field] ? fresh[field] : typed[field],
    ]),
  ) as Record<keyof Company, string>;
}

function toCompany(known: { [Field in keyof Company]: string | null }): Company {
  return {
    name: known.name ?? '',
    product_description: known.product_description ?? '',
    icp_description: known.icp_description ?? '',
    pain_points: known.pain_points ?? '',
  };
}
