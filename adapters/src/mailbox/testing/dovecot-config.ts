/** The smallest configuration with which Debian's Dovecot and Postfix run apart from the machine's own. */

export type DovecotPorts = { imap: number; imaps: number; smtp: number; smtps: number };

export function dovecotConf(directory: string, ports: DovecotPorts): string {
  return `base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <${directory}/tls.crt
ssl_key = <${directory}/tls.key
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:${directory}/mail/%u
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${directory}/users
}
userdb {
  driver = static
  args = uid=dovenull gid=dovenull home=${directory}/mail/%u
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service lmtp {
  unix_listener lmtp {
    mode = 0666
  }
}
service auth {
  unix_listener auth-client {
    mode = 0666
  }
  unix_listener auth-userdb {
    mode = 0666
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`;
}

export function postfixMainCf(directory: string): string {
  return `compatibility_level = 3.6
queue_directory = ${directory}/queue
data_directory = ${directory}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.corp.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
virtual_mailbox_domains = corp.test
virtual_transport = lmtp:unix:${directory}/run/lmtp
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${directory}/run/auth-client
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${directory}/tls.crt
smtpd_tls_key_file = ${directory}/tls.key
smtpd_peername_lookup = no
default_transport = error:no outside world here
maillog_file = ${directory}/postfix.log
maillog_file_prefixes = ${directory}
alias_maps =
alias_database =
`;
}

const SERVICES = [
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'verify unix - - n - 1 verify',
  'flush unix n - n 1000? 0 flush',
  'proxymap unix - - n - - proxymap',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'lmtp unix - - n - - lmtp',
  'anvil unix - - n - 1 anvil',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'scache unix - - n - 1 scache',
  'postlog unix-dgram n - n - 1 postlogd',
];

export function postfixMasterCf(ports: DovecotPorts): string {
  const smtp = `127.0.0.1:${ports.smtp} inet n - n - - smtpd`;
  const smtps = `127.0.0.1:${ports.smtps} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes`;
  return [smtp, smtps, ...SERVICES, ''].join('\n');
}
