import { isIP } from 'node:net';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { SystemContext } from '../../../kernel/context.ts';
import { hashToken } from '../../../kernel/crypto.ts';
import { ApiError, orNotFound } from '../../../kernel/errors.ts';
import type { SessionContext } from '../../../kernel/slice.ts';
import { getOrganizationBrand } from '../../brands/index.ts';
import { requireConfirmed } from '../../step-up/index.ts';
import { finishFactorChange } from './factor-change.service.ts';
import { findPerson } from './factors.store.ts';
import * as store from './passkey.store.ts';

const PASSKEYS_PER_PERSON = 20;
const CHALLENGE_LIFETIME_IN_MINUTES = 5;

/** Two hundred modules, loaded with the first passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** The one host where passkeys are made and used, as the browser names it. */
export interface PasskeyHost {
  rp_id: string;
  origin: string;
}

/** The host of this installation; null where browsers allow no passkeys (an address in numbers). */
export function findPasskeyHost(appUrl: string): PasskeyHost | null {
  const { hostname, origin } = new URL(appUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return null;
  return { rp_id: hostname, origin };
}

function requirePasskeyHost(ctx: Pick<SystemContext, 'config'>, origin: string | undefined): PasskeyHost {
  const host = findPasskeyHost(ctx.config.APP_URL);
  // A program without an origin cannot show one in a signature either: what was signed is compared below.
  if (!host || (origin !== undefined && origin !== host.origin)) {
    throw new ApiError('passkeys_unavailable', { url: ctx.config.APP_URL });
  }
  return host;
}

async function storeChallenge(
  ctx: Pick<SystemContext, 'systemTransaction'>,
  challenge: string,
  purpose: store.ChallengePurpose,
  userId: number | null,
): Promise<void> {
  await ctx.systemTransaction((tx) =>
    store.insertChallenge(tx, {
      challenge_hash: hashToken(challenge),
      purpose,
      user_id: userId,
      lifetime_in_minutes: CHALLENGE_LIFETIME_IN_MINUTES,
    }),
  );
}

/** The challenge a browser says it signed; what it really signed is verified afterwards. */
function parseChallenge(clientDataJSON: string): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (data && typeof data === 'object' && 'challenge' in data && typeof data.challenge === 'string')
      return data.challenge;
  } catch {
    // Told below, as anything else that is no answer of a browser.
  }
  throw new ApiError('passkey_refused');
}

/** Consumes the challenge before the verification: it is used in every case. */
async function useChallenge(
  ctx: SystemContext,
  clientDataJSON: string,
  purpose: store.ChallengePurpose,
  userId: number | null,
): Promise<string> {
  const challenge = parseChallenge(clientDataJSON);
  const isWaiting = await ctx.systemTransaction((tx) =>
    store.consumeChallenge(tx, { challenge_hash: hashToken(challenge), purpose, user_id: userId }),
  );
  if (!isWaiting) throw new ApiError('passkey_refused');
  return challenge;
}

/** What the browser needs to make a passkey on this host. */
export async function offerPasskeyRegistration(ctx: SessionContext, origin: string | undefined) {
  requireConfirmed(ctx);
  const host = requirePasskeyHost(ctx, origin);
  const { person, known } = await ctx.transaction(async (tx) => ({
    person: orNotFound(await findPerson(tx, ctx.user.id)),
    known: await store.listPasskeys(tx, ctx.user.id),
  }));
  if (known.length >= PASSKEYS_PER_PERSON) throw new ApiError('passkeys_full', { limit: String(PASSKEYS_PER_PERSON) });
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName: (await getOrganizationBrand(ctx.system, ctx.organization.id)).name,
    rpID: host.rp_id,
    userName: person.email,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(userHandle(person.id)),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known
      .filter((passkey) => passkey.rp_id === host.rp_id)
      .map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
    timeout: CHALLENGE_LIFETIME_IN_MINUTES * 60_000,
  });
  await storeChallenge(ctx.system, options.challenge, 'register', ctx.user.id);
  return options;
}

/** Keeps a new passkey. @returns recovery codes, where the person has none yet */
export async function addPasskey(
  ctx: SessionContext,
  input: { name: string; response: RegistrationResponseJSON },
  origin: string | undefined,
): Promise<string[] | null> {
  requireConfirmed(ctx);
  const host = requirePasskeyHost(ctx, origin);
  const challenge = await useChallenge(ctx.system, input.response.response.clientDataJSON, 'register', ctx.user.id);
  const { verifyRegistrationResponse } = await loadLibrary();
  const made = await verifyRegistrationResponse({
    response: input.response,
    expectedChallenge: challenge,
    expectedOrigin: host.origin,
    expectedRPID: host.rp_id,
    requireUserVerification: true,
  }).catch(() => null);
  if (!made?.verified) throw new ApiError('passkey_refused');
  const { credential, credentialBackedUp } = made.registrationInfo;
  return finishFactorChange(ctx, { event: 'passkey_added', what: 'A passkey was added' }, async (tx) => {
    const known = await store.listPasskeys(tx, ctx.user.id);
    if (known.length >= PASSKEYS_PER_PERSON)
      throw new ApiError('passkeys_full', { limit: String(PASSKEYS_PER_PERSON) });
    const id = await store.insertPasskey(tx, {
      organization_id: ctx.organization.id,
      user_id: ctx.user.id,
      name: input.name || 'Passkey',
      rp_id: host.rp_id,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      backed_up: credentialBackedUp,
    });
    if (id === null) throw new ApiError('passkey_refused');
  });
}

export async function renamePasskey(ctx: SessionContext, id: number, name: string): Promise<void> {
  requireConfirmed(ctx);
  if (!(await ctx.transaction((tx) => store.renamePasskey(tx, ctx.user.id, id, name)))) throw new ApiError('not_found');
}

export async function removePasskey(ctx: SessionContext, id: number): Promise<void> {
  requireConfirmed(ctx);
  await finishFactorChange(ctx, { event: 'passkey_removed', what: 'A passkey was removed' }, async (tx) => {
    if (!(await store.deletePasskey(tx, ctx.user.id, id))) throw new ApiError('not_found');
  });
}

/** What the browser needs to sign in with a passkey; without a person it offers those it knows for this host. */
export async function offerPasskeySignature(
  ctx: SystemContext,
  purpose: Exclude<store.ChallengePurpose, 'register'>,
  userId: number | null,
  origin: string | undefined,
) {
  const host = requirePasskeyHost(ctx, origin);
  const passkeys = userId === null ? [] : await ctx.systemTransaction((tx) => store.listPasskeys(tx, userId));
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({
    rpID: host.rp_id,
    userVerification: 'required',
    allowCredentials: passkeys
      .filter((passkey) => passkey.rp_id === host.rp_id)
      .map((passkey) => ({ id: passkey.credential_id, transports: passkey.transports })),
    timeout: CHALLENGE_LIFETIME_IN_MINUTES * 60_000,
  });
  await storeChallenge(ctx, options.challenge, purpose, userId);
  return options;
}

/** Verifies what a passkey signed. @returns whose it is, or null when it is not to be believed */
export async function verifyPasskey(
  ctx: SystemContext,
  response: AuthenticationResponseJSON,
  purpose: Exclude<store.ChallengePurpose, 'register'>,
  userId: number | null,
): Promise<number | null> {
  const host = findPasskeyHost(ctx.config.APP_URL);
  const { verifyAuthenticationResponse } = await loadLibrary();
  const expectedChallenge = await useChallenge(ctx, response.response.clientDataJSON, purpose, userId);
  return ctx.systemTransaction(async (tx) => {
    const passkey = await store.lockPasskey(tx, response.id);
    if (!passkey || !host || passkey.rp_id !== host.rp_id) return null;
    if (userId !== null && passkey.user_id !== userId) return null;
    const handle = response.response.userHandle;
    if (handle && Buffer.from(handle, 'base64url').toString('utf8') !== userHandle(passkey.user_id)) return null;
    const signed = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: host.origin,
      expectedRPID: host.rp_id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // One that goes back is refused there: the passkey may have been copied.
        counter: passkey.counter,
        transports: passkey.transports,
      },
    }).catch(() => null);
    if (!signed?.verified) return null;
    const { newCounter, credentialBackedUp } = signed.authenticationInfo;
    await store.markPasskeyUsed(tx, passkey.id, { counter: newCounter, backed_up: credentialBackedUp });
    return passkey.user_id;
  });
}

/** The user handle an authenticator stores: our number, which reveals nothing. */
function userHandle(userId: number): string {
  return `person-${userId}`;
}
