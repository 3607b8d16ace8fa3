import type { factorSignInEndpoints, factorsEndpoints } from '@overture/contract/factors';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { RouteTable } from '../../kernel/slice.ts';
import { requireConfirmed } from '../step-up/index.ts';
import {
  addPasskey,
  offerPasskeyRegistration,
  offerPasskeySignature,
  removePasskey,
  renamePasskey,
} from './factors/passkey.service.ts';
import { changeRequirement, getRequirement } from './factors/requirement.service.ts';
import { confirmPerson, getFactors, renewRecoveryCodes } from './factors/second-factor.service.ts';
import {
  finishSignIn,
  offerPasskeyForTicket,
  offerPasskeySignIn,
  signInWithPasskey,
} from './factors/sign-in.service.ts';
import { confirmTotp, removeTotp, startTotp } from './factors/totp.service.ts';
import type { AnswerSignIn } from './sign-in.routes.ts';

/** The contract bounds the parts; the library looks at each of them before it believes any. */
type Signed = AuthenticationResponseJSON;
type Made = RegistrationResponseJSON;

/** Options pass through as the library made them. */
const passed = (options: object) => ({ options: options as { challenge: string } });
const signedBy = (response: unknown) => (response ?? null) as Signed | null;

export function createFactorSignInRoutes(answer: AnswerSignIn): RouteTable<typeof factorSignInEndpoints> {
  return {
    finishSignIn: async (ctx, http) => {
      const { response, ...proof } = http.body;
      return answer(ctx, http, await finishSignIn(ctx, { ...proof, response: signedBy(response) }), false);
    },
    offerPasskeyForTicket: async (ctx, { body, request }) =>
      passed(await offerPasskeyForTicket(ctx, body.ticket, request.headers.origin)),
    offerPasskeySignIn: async (ctx, { request }) => passed(await offerPasskeySignIn(ctx, request.headers.origin)),
    signInWithPasskey: async (ctx, http) =>
      answer(ctx, http, await signInWithPasskey(ctx, http.body.response as unknown as Signed), false),
  };
}

export const factorsRoutes: RouteTable<typeof factorsEndpoints> = {
  getFactors,
  confirmPerson: async (ctx, { body }) => {
    await confirmPerson(ctx, { ...body, response: signedBy(body.response) });
    return { success: true };
  },
  offerPasskeyConfirmation: async (ctx, { request }) =>
    passed(await offerPasskeySignature(ctx.system, 'confirm', ctx.user.id, request.headers.origin)),
  startTotp,
  confirmTotp: async (ctx, { body }) => ({ recovery_codes: await confirmTotp(ctx, body.code) }),
  removeTotp: async (ctx) => {
    await removeTotp(ctx);
    return { success: true };
  },
  renewRecoveryCodes: async (ctx) => ({ recovery_codes: await renewRecoveryCodes(ctx) }),
  offerPasskeyRegistration: async (ctx, { request }) =>
    passed(await offerPasskeyRegistration(ctx, request.headers.origin)),
  addPasskey: async (ctx, { body, request }) => ({
    recovery_codes: await addPasskey(
      ctx,
      { name: body.name, response: body.response as unknown as Made },
      request.headers.origin,
    ),
  }),
  renamePasskey: async (ctx, { params, body }) => {
    await renamePasskey(ctx, params.id, body.name);
    return { success: true };
  },
  removePasskey: async (ctx, { params }) => {
    await removePasskey(ctx, params.id);
    return { success: true };
  },
  getSecondFactorRequirement: getRequirement,
  changeSecondFactorRequirement: async (ctx, { body }) => {
    requireConfirmed(ctx);
    await changeRequirement(ctx, body.is_required);
    return { success: true };
  },
};
