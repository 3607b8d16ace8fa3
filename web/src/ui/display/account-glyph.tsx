import { IconBrandInstagram, IconBrandMessenger, IconBrandWhatsapp } from '@tabler/icons-react';
import { ChannelGlyph } from './channel-glyph.tsx';

const glyphs = { WHATSAPP: IconBrandWhatsapp, FACEBOOK: IconBrandMessenger, INSTAGRAM: IconBrandInstagram } as const;
const names = { WHATSAPP: 'WhatsApp', FACEBOOK: 'Messenger', INSTAGRAM: 'Instagram' } as const;

/** The glyph of a connected account: its channel, or the service whose conversations it brings. */
export function AccountGlyph({ type, size = 16, label }: { type: string; size?: number; label?: string }) {
  if (!(type in glyphs))
    return (
      <ChannelGlyph channel={type === 'LINKEDIN' ? 'linkedin' : 'email'} size={size} {...(label ? { label } : {})} />
    );
  const service = type as keyof typeof glyphs;
  const Glyph = glyphs[service];
  return (
    <span className="inline-flex flex-none text-green" role="img" aria-label={label ?? names[service]}>
      <Glyph size={size} stroke={1.75} aria-hidden />
    </span>
  );
}
