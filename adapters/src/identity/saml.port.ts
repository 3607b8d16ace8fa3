import type { Identity } from './identity.port.ts';

/** A SAML 2.0 identity provider, as its metadata describes it. */
export type SamlProvider = {
  entity_id: string;
  /** Where browsers are sent with a question. */
  entry_point: string;
  /** What it signs with, in base64; of two the newer is about to take over. */
  certificates: string[];
};

/** Us, as one provider knows us. */
export type SamlOwn = { entity_id: string; acs_url: string };

/** A question of ours that a provider may answer. */
export type SamlQuestion = { provider: SamlProvider; own: SamlOwn; request_id: string };

/** A provider's response with verified signature and conditions. `request_id` binds it to the request. */
export type SamlAnswer = {
  identity: Identity;
  request_id: string;
  /** Must be accepted only once: until then it could be replayed. */
  assertion_id: string;
  ends_at: Date;
};

export type SamlPort = {
  /**
   * @param given metadata as text, or the address it lies at
   * @param owner organization whose work it is
   * @throws ProviderError rejected, unavailable
   */
  readProvider(given: string, owner: number): Promise<SamlProvider>;
  /** Metadata of ours for the provider. */
  describeOwn(own: SamlOwn): Promise<string>;
  /** Address of the provider's sign-in page with a question of this id. */
  createSignInUrl(provider: SamlProvider, own: SamlOwn, request_id: string): Promise<string>;
  /** The id of the question that a response (as it was posted, in base64) says it answers. Nothing of it is believed yet. */
  findRequestId(response: string): string | null;
  /**
   * @param question an open request of ours
   * @param response as it was posted, in base64
   * @param owner organization the work is counted for
   * @throws ProviderError rejected for anything but the provider's own response to this request, unavailable
   */
  readResponse(question: SamlQuestion, response: string, owner: number): Promise<SamlAnswer>;
  close(): Promise<void>;
};
