import { securityLogEndpoints } from '@overture/contract/security-log';
import { IconCircleCheck, IconDownload, IconFileAlert } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { addressOf, queryOptions } from '../../lib/api/api-client.ts';
import { formatDate, formatNumber } from '../../lib/format.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { t } from './texts.ts';

/** The result of checking the security log against its seals, and the log as a file. */
export function AuditSection() {
  const check = useQuery(queryOptions(securityLogEndpoints.checkSecurityLog));
  const { data } = check;
  return (
    <PrivacySection
      id="privacy-audit"
      title={t('audit')}
      text={
        <>
          {t('audit_text')} <AppLink to={pb.security()}>{t('audit_log')}</AppLink>
        </>
      }
      query={check}
      fallback={t('audit_failed')}
    >
      {data && data.broken.length > 0 ? (
        <p role="alert" className="flex items-center gap-2 m-0 text-red">
          <IconFileAlert size={17} aria-hidden />
          {t('audit_broken', { days: data.broken.map(({ day }) => formatDate(day)).join(', ') })}
        </p>
      ) : null}
      {data?.unbroken_since ? (
        <p className="flex items-center gap-2 m-0">
          <IconCircleCheck size={17} aria-hidden />
          {t('audit_unbroken', { date: formatDate(data.unbroken_since), shown: formatNumber(data.sealed_events) })}
        </p>
      ) : null}
      {data?.sealed_days === 0 ? <p className="m-0 text-ink-3">{t('audit_empty')}</p> : null}
      <div>
        <AppButton
          size="small"
          icon={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile('security-log.csv', addressOf(securityLogEndpoints.downloadSecurityEvents, {}))}
        >
          {t('audit_download')}
        </AppButton>
      </div>
    </PrivacySection>
  );
}
