import type { AppDocumentsPort } from '@overture/adapters/app-documents/app-documents.port';
import type { ContactFinderPort } from '@overture/adapters/contact-finder/contact-finder.port';
import type { CrmPorts } from '@overture/adapters/crm/crm.port';
import type { DnsPort } from '@overture/adapters/dns/dns.port';
import type { FileScannerPort } from '@overture/adapters/file-scanner/file-scanner.port';
import type { FilesPort } from '@overture/adapters/files/files.port';
import type { IdentityClient, IdentityPort } from '@overture/adapters/identity/identity.port';
import type { SamlPort } from '@overture/adapters/identity/saml.port';
import type { LeadDatabasePort } from '@overture/adapters/lead-database/lead-database.port';
import type { LinkedinPort } from '@overture/adapters/linkedin/linkedin.port';
import type { LlmPort } from '@overture/adapters/llm/llm.port';
import type { MailboxPort } from '@overture/adapters/mailbox/mailbox.port';
import type { MailOauthPorts } from '@overture/adapters/mailbox/mailbox-oauth.port';
import type { PlacementPort } from '@overture/adapters/mailbox/placement.port';
import type { MailerPort } from '@overture/adapters/mailer/mailer.port';
import type { OutreachToolsPort } from '@overture/adapters/outreach-tools/outreach-tools.port';
import type { PaymentsPort } from '@overture/adapters/payments/payments.port';
import type { PicturesPort } from '@overture/adapters/pictures/pictures.port';
import type { PushServicesPort } from '@overture/adapters/push-services/push-services.port';
import type { SourcesPort } from '@overture/adapters/sources/sources.port';
import type { TeamChatPort } from '@overture/adapters/team-chat/team-chat.port';
import type { WebhookReceiversPort } from '@overture/adapters/webhook-receivers/webhook-receivers.port';

/** What the product needs from the outside. `app/` builds the adapters; slices see these types only. */
export interface Ports {
  app_documents: AppDocumentsPort;
  contact_finder: ContactFinderPort;
  crm: CrmPorts;
  dns: DnsPort;
  file_scanner: FileScannerPort;
  files: FilesPort;
  identity: IdentityPort;
  /** Us as Google knows us; null where it was not set up. */
  google_client: IdentityClient | null;
  lead_database: LeadDatabasePort;
  linkedin: LinkedinPort;
  llm: LlmPort;
  mailbox: MailboxPort;
  mail_oauth: MailOauthPorts;
  mailer: MailerPort;
  outreach_tools: OutreachToolsPort;
  payments: PaymentsPort;
  pictures: PicturesPort;
  placement: PlacementPort;
  push_services: PushServicesPort;
  saml: SamlPort;
  sources: SourcesPort;
  team_chat: TeamChatPort;
  webhook_receivers: WebhookReceiversPort;
}
