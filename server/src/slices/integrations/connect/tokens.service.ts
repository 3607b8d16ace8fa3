import type { CrmConnection } from '@overture/adapters/crm/crm.port';
import { ProviderError } from '@overture/adapters/kit/errors';
import type { CrmType } from '@overture/domain/crm';
import type { SystemContext } from '../../../kernel/context.ts';
import { createTokenSource, type TokenOwner, type Tokens, tokensSchema } from '../../../kernel/oauth/leased-tokens.ts';

export const tokensPurpose = 'crm';
type Ctx = Pick<SystemContext, 'systemTransaction' | 'vault' | 'ports'>;

export function sealTokens({ vault }: Pick<Ctx, 'vault'>, tokens: Tokens): Buffer {
  const { access_token, refresh_token, expires_at } = tokens;
  return vault.seal(tokensPurpose, JSON.stringify({ access_token, refresh_token, expires_at }));
}

/** @throws ProviderError auth_expired for what cannot be read: only a new sign-in helps, or the secret key it was sealed with */
function openTokens({ vault }: Pick<Ctx, 'vault'>, sealed: Buffer): Tokens {
  try {
    return parseTokens(vault.open(tokensPurpose, sealed));
  } catch (cause) {
    const words = "The saved sign-in of this CRM can't be read. Connect it again.";
    throw new ProviderError('auth_expired', words, { concerns: 'sender', cause });
  }
}

export const parseTokens = (text: string): Tokens => tokensSchema.parse(JSON.parse(text));

/** Access tokens of one integration; see `createTokenSource`. */
export function createTokens(ctx: Ctx, type: CrmType, id: number): CrmConnection['tokens'] {
  const owner: TokenOwner = {
    table: 'integrations',
    column: 'sealed_tokens',
    id,
    deleted_column: null,
    noun: 'CRM',
    open: (sealed) => openTokens(ctx, sealed),
    seal: (_, tokens) => sealTokens(ctx, tokens),
    refresh: (_, refresh_token) => ctx.ports.crm[type].oauth.refreshTokens(refresh_token),
  };
  return createTokenSource(ctx, owner, null);
}
