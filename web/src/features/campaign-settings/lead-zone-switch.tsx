import { Switch } from '@mantine/core';
import { type Campaign, campaignsEndpoints } from '@overture/contract/campaigns';
import { leadZonesEndpoints } from '@overture/contract/lead-zones';
import { placeOfZone } from '@overture/domain/time/zone-place';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, errorMessage, queryOptions } from '../../lib/api/api-client.ts';
import { formatPercent } from '../../lib/format.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { showCampaign } from '../flow-canvas/index.ts';
import { t } from './texts.ts';

interface LeadZoneSwitchProps {
  campaign: Campaign;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** Whether the sending window also applies in each lead's time zone, and how many leads have a known zone. */
export function LeadZoneSwitch({ campaign, checked, disabled = false, onChange }: LeadZoneSwitchProps) {
  const facts = useLeadZones(campaign.id);
  return (
    <Switch
      label={t('uses_lead_zone')}
      description={
        <>
          {t('uses_lead_zone_text')}
          {facts && facts.leads > 0 ? <ZoneCounts {...facts} zone={placeOfZone(campaign.timezone)} /> : null}
        </>
      }
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

type Counts = NonNullable<ReturnType<typeof useLeadZones>>;

function ZoneCounts({ leads, known, unmet, unmet_zones, zone }: Counts & { zone: string }) {
  const percent = formatPercent((100 * known) / leads);
  const places = unmet_zones.map(placeOfZone).join(', ');
  return (
    <>
      <span className="block mt-1">{t('zone_known', { percent, count: leads, zone })}</span>
      {unmet > 0 ? (
        <span className="block mt-1 text-amber">{t('zone_unmet', { count: unmet, places, zone })}</span>
      ) : null}
    </>
  );
}

function useLeadZones(id: number) {
  const { data } = useQuery({ ...queryOptions(leadZonesEndpoints.getLeadZones, { params: { id } }), retry: false });
  return data;
}

/** The same switch before a campaign starts, saved immediately. Hidden while no lead has a known time zone. */
export function LeadZoneOffer({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const facts = useLeadZones(campaign.id);
  const save = useMutation({
    mutationFn: (uses_lead_zone: boolean) =>
      call(campaignsEndpoints.updateCampaign, { params: { id: campaign.id }, body: { uses_lead_zone } }),
    onSuccess: (answer) => {
      showCampaign(client, answer.campaign);
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  if (!campaign.uses_lead_zone && !facts?.known) return null;
  return (
    <LeadZoneSwitch
      campaign={campaign}
      checked={save.isPending ? save.variables : campaign.uses_lead_zone}
      disabled={save.isPending}
      onChange={save.mutate}
    />
  );
}
