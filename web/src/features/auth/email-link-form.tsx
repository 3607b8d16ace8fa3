import { authEndpoints } from '@overture/contract/auth';
import type { EndpointOutput } from '@overture/contract/endpoint';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ApiError, errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { AppLink, usePathname } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { AuthForm } from './auth-form.tsx';
import { t } from './texts.ts';
import { useFromAddress } from './use-from-address.ts';

const kinds = {
  confirm: {
    endpoint: authEndpoints.confirmEmail,
    title: 'confirm_email_title',
    intro: 'confirm_email_intro',
    button: 'confirm_email',
    done: 'confirm_email_done',
  },
  undo: {
    endpoint: authEndpoints.undoEmailChange,
    title: 'undo_email_title',
    intro: 'undo_email_intro',
    button: 'undo_email',
    done: 'undo_email_done',
  },
  factor: {
    endpoint: authEndpoints.undoFactor,
    title: 'undo_email_title',
    intro: 'undo_factor_intro',
    button: 'undo_factor',
    done: 'undo_factor_done',
  },
} as const;

type FollowedEndpoint = (typeof kinds)[keyof typeof kinds]['endpoint'];

function describeDone(kind: keyof typeof kinds, data: EndpointOutput<FollowedEndpoint>): string {
  if ('email' in data) return t(kinds[kind].done, { email: data.email });
  return t(data.removed.length > 0 ? 'undo_factor_done' : 'undo_factor_none', { removed: data.removed.join(', ') });
}

/** Where the links about a new address or factor lead. A press does it, not the visit: mail scanners follow every link. */
export function EmailLinkForm({ kind, code }: { kind: keyof typeof kinds; code: string | undefined }) {
  const texts = kinds[kind];
  const follow = useMutation({
    ...mutationOptions<FollowedEndpoint>(texts.endpoint),
    onSuccess: whenRefetched,
  });
  // Pressing again helps against a busy server, not with a link that is used up.
  const isUsedUp = !code || (follow.error instanceof ApiError && follow.error.code === 'link_invalid');
  const isOver = isUsedUp || follow.data !== undefined;
  const failure = code ? (follow.error ? errorMessage(follow.error, t('link_invalid')) : undefined) : t('link_invalid');
  return (
    <AuthForm
      title={t(texts.title)}
      intro={isOver ? undefined : t(texts.intro)}
      submitLabel={isOver ? undefined : t(texts.button)}
      pending={follow.isPending}
      error={failure}
      notice={follow.data ? describeDone(kind, follow.data) : undefined}
      onSubmit={() => code && follow.mutate({ body: { code } })}
      footer={
        kind === 'confirm' ? (
          <AppLink to={pb.account()}>{t('to_account')}</AppLink>
        ) : (
          <AppLink to={pb.login()}>{t('back_to_login')}</AppLink>
        )
      }
    >
      {null}
    </AuthForm>
  );
}

const KIND_OF_PATH = { '/confirm-email': 'confirm', '/undo-email-change': 'undo', '/undo-factor': 'factor' } as const;

/** The page behind a link of an account mail; the path says what the link does. */
export function EmailLinkScreen() {
  const { code } = useSearch({ strict: false });
  const pathname = usePathname().replace(/\/$/, '') as keyof typeof KIND_OF_PATH;
  return <EmailLinkForm kind={KIND_OF_PATH[pathname]} code={useFromAddress(code)} />;
}
