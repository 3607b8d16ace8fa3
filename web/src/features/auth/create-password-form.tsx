import { Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { authEndpoints } from '@overture/contract/auth';
import { membersEndpoints } from '@overture/contract/members';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { ApiError, errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { serverErrors } from '../../lib/api/form-schema.ts';
import { userQuery } from '../../lib/api/session.ts';
import { useBranding } from '../../lib/branding.ts';
import { AppLink, useGo } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AuthForm, fieldText } from './auth-form.tsx';
import { passwordProblem } from './password-hint.ts';
import { FactorStep } from './sign-in/factor-step.tsx';
import type { SignedInAnswer, WaitingSignIn } from './sign-in/use-signed-in.ts';
import { t } from './texts.ts';
import { isShownAtField, useFieldErrors } from './use-field-errors.ts';
import { useFromAddress } from './use-from-address.ts';

interface CreatePasswordFormProps {
  code: string | undefined;
  /** True for a reset; otherwise an invited person creates the account. */
  resetting: boolean;
}

/** New password from a mailed link; for a new account also the name and the terms. */
export function CreatePasswordForm({ code, resetting }: CreatePasswordFormProps) {
  const { data: user } = useQuery({ ...userQuery, enabled: false });
  const invitation = useInvitation(resetting ? undefined : code);
  const terms = useTerms(resetting);
  const { errors, setErrors, check } = useFieldErrors();
  const leadToCode = useWayToCode(invitation.data?.email);
  const [waiting, setWaiting] = useState<WaitingSignIn | null>(null);
  function finish(answer: SignedInAnswer) {
    if (answer.data) window.location.assign(pb.dashboard());
    else setWaiting(answer.mfa ?? null);
  }
  const save = useMutation({
    ...mutationOptions(authEndpoints.resetPassword),
    // The page reloads to drop everything of an earlier session.
    onSuccess: (answer) => finish(answer),
    onError: (error) => leadToCode(error) || setErrors(serverErrors(error)),
  });
  function submit(form: FormData) {
    const password = fieldText(form, 'password');
    const name = fieldText(form, 'name').trim();
    const isComplete = check({
      name: resetting || name ? undefined : t('required'),
      password: passwordProblem(password, user ?? null),
      terms: terms.length === 0 || form.get('terms') ? undefined : t('terms_needed'),
    });
    if (isComplete) save.mutate({ body: { code: code ?? '', password, name: resetting ? undefined : name } });
  }
  const isLinkDead = !code || [save.error, invitation.error].some(isLinkInvalid);
  const isShownAbove = save.error && !isShownAtField(save.error, ['name', 'password']);
  const said = isShownAbove ? errorMessage(save.error, t('link_invalid')) : undefined;
  const failure = isLinkDead ? t('link_invalid') : said;
  if (waiting) {
    const startAgain = () => window.location.assign(pb.login());
    return <FactorStep waiting={waiting} onSignedIn={finish} onStartAgain={startAgain} />;
  }
  return (
    <AuthForm
      title={formatTitle(resetting, invitation.data)}
      intro={invitation.data ? formatIntro(invitation.data) : undefined}
      submitLabel={resetting ? t('save_password') : t('create_account')}
      pending={save.isPending}
      error={failure}
      onSubmit={submit}
      footer={<CreatePasswordLinks isLinkDead={isLinkDead} resetting={resetting} isSignedIn={Boolean(user)} />}
    >
      {resetting ? null : <NameField problem={errors.name} />}
      <PasswordInput
        name="password"
        label={resetting ? t('new_password') : t('password')}
        description={t('password_hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        autoFocus={resetting}
        error={errors.password}
      />
      <TermsField terms={terms} problem={errors.terms} />
    </AuthForm>
  );
}

function NameField({ problem }: { problem: string | undefined }) {
  return <TextInput name="name" label={t('full_name')} autoComplete="name" maxLength={120} autoFocus error={problem} />;
}

/** After a link that went through other hands: the code that proves the address is in the mailbox. Answers false for another failure. */
function useWayToCode(email: string | undefined): (error: Error) => boolean {
  const go = useGo();
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'email_not_verified') return false;
    go(pb.verifyEmail(email ?? '', 'again'));
    return true;
  };
}

/** What a mailed invitation is for; a link for a new password says nothing before it is used. */
function useInvitation(code: string | undefined) {
  return useQuery({
    ...queryOptions(membersEndpoints.findInvitation, { body: { code: code ?? '' } }),
    enabled: code !== undefined && code !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });
}

type Invited = { email: string; organization_name: string; invited_by: string | null };

const isLinkInvalid = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_invalid';

function formatTitle(resetting: boolean, invited: Invited | undefined): string {
  if (resetting) return t('new_password_title');
  return invited ? t('join_title', { organization: invited.organization_name }) : t('create_password_title');
}

function formatIntro({ email, invited_by }: Invited): string {
  return invited_by ? t('join_intro', { inviter: invited_by, email }) : t('join_intro_alone', { email });
}

function CreatePasswordLinks(props: { isLinkDead: boolean; resetting: boolean; isSignedIn: boolean }) {
  return (
    <>
      {props.isLinkDead && props.resetting ? (
        <AppLink to={pb.forgotPassword()}>{t('link_invalid_again')}</AppLink>
      ) : null}
      {props.isSignedIn ? (
        <AppLink to={pb.dashboard()}>{t('to_dashboard')}</AppLink>
      ) : (
        <AppLink to={pb.login()}>{t('back_to_login')}</AppLink>
      )}
    </>
  );
}

interface Term {
  text: string;
  address: string;
}

/** What can be read. A new password asks for no consent, and neither does a brand without these pages. */
function useTerms(resetting: boolean): Term[] {
  const branding = useBranding();
  if (resetting) return [];
  return [
    { text: t('terms'), address: branding?.terms_of_service_url },
    { text: t('privacy'), address: branding?.privacy_policy_url },
  ].filter((term): term is Term => Boolean(term.address));
}

function TermsField({ terms, problem }: { terms: Term[]; problem: string | undefined }) {
  if (terms.length === 0) return null;
  const label = (
    <>
      {t('terms_before')}{' '}
      {terms.map(({ text, address }, index) => (
        <Fragment key={text}>
          {index > 0 ? ` ${t('terms_and')} ` : null}
          <a href={address} target="_blank" rel="noreferrer">
            {text}
          </a>
        </Fragment>
      ))}
    </>
  );
  return <Checkbox name="terms" value="yes" label={label} error={problem} />;
}

const route = getRouteApi('/public/create-password');

export function CreatePasswordScreen() {
  const { code, resetting } = useFromAddress(route.useSearch());
  return <CreatePasswordForm code={code} resetting={resetting === true} />;
}
