import type { EndpointOutput } from '@overture/contract/endpoint';
import type { ssoEndpoints } from '@overture/contract/sso';
import { DiscardScope, useDiscardScope } from '../../ui/forms/discard-guard.tsx';
import { SidePanel } from '../../ui/overlays/overlay.tsx';
import { DomainsSection } from './domains-section.tsx';
import { ProviderSection } from './provider-section.tsx';
import { RequiredSection } from './required-section.tsx';
import { t } from './texts.ts';
import { TrySection } from './try-section.tsx';

type Sso = EndpointOutput<typeof ssoEndpoints.getSso>;

interface SsoPanelProps {
  sso: Sso;
  /** The ticket of a try that has just come back. */
  tried: string | undefined;
  onClose: () => void;
}

/** Domains, the provider that vouches for their people, and a try of it: in the order in which one needs the other. */
export function SsoPanel({ sso, tried, onClose }: SsoPanelProps) {
  const isReady = sso.connection !== null && sso.domains.some((domain) => domain.verified_at);
  const guard = useDiscardScope(onClose);
  return (
    <>
      <SidePanel opened onClose={guard.close} title={t('title')} width={560}>
        <DiscardScope value={guard.scope}>
          <div className="flex flex-col gap-8">
            <DomainsSection domains={sso.domains} />
            <ProviderSection key={sso.connection?.issuer ?? ''} sso={sso} />
            <TrySection isReady={isReady} testedAt={sso.connection?.tested_at ?? null} ticket={tried} />
            {sso.connection ? <RequiredSection connection={sso.connection} isReady={isReady} /> : null}
          </div>
        </DiscardScope>
      </SidePanel>
      {guard.question}
    </>
  );
}
