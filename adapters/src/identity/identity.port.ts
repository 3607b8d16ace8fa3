/** An application as its provider knows it. The issuer is the address its documents lie under. */
export type IdentityClient = {
  issuer: string;
  client_id: string;
  client_secret: string;
  /** Lets people choose among accounts they are signed in to there; not every provider knows how. */
  offers_accounts?: boolean;
};

/** A person's identity at a provider. Only issuer and subject identify a person: email addresses change owners. */
export type Identity = {
  issuer: string;
  subject: string;
  email: string | null;
  /** Null where the provider says nothing of it. */
  is_email_verified: boolean | null;
  name: string | null;
  picture_url: string | null;
};

/** Binds a response to the browser that started the sign-in; the caller stores it and never discloses it. */
export type IdentityProof = { redirect_uri: string; state: string; nonce: string; code_verifier: string };

/** Sign-in at another provider (OpenID Connect, code flow with PKCE). */
export type IdentityPort = {
  /** Address of the provider's sign-in page. @throws ProviderError unavailable, rejected */
  createSignInUrl(client: IdentityClient, proof: IdentityProof): Promise<string>;
  /**
   * Who signed in, by the code the provider sent back. A code is good once.
   * @param answer the parameters of the address the browser came back to
   * @throws ProviderError rejected for an answer that is not for this proof or was used, unavailable
   */
  exchangeCode(client: IdentityClient, proof: IdentityProof, answer: Record<string, string>): Promise<Identity>;
  close(): Promise<void>;
};
