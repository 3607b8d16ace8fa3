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

/** What a provider said, its signature and every condition checked. Whoever asked is bound to it by `request_id`. */
export type SamlAnswer = {
  identity: Identity;
  request_id: string;
  /** To be taken once: until then somebody could show it again. */
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
   * @param question one of ours that is open
   * @param response as it was posted, in base64
   * @param owner organization whose work it is
   * @throws ProviderError rejected for whatever is not wholly the provider's own answer to this question, unavailable
   */
  readResponse(question: SamlQuestion, response: string, owner: number): Promise<SamlAnswer>;
  close(): Promise<void>;
};
