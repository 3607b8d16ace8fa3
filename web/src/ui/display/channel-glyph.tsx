import { IconBrandLinkedin, IconMail, IconPhone } from '@tabler/icons-react';
import { uiTexts } from '../ui-texts.ts';

export type Channel = 'linkedin' | 'email' | 'call';

const glyphs = { linkedin: IconBrandLinkedin, email: IconMail, call: IconPhone } as const;

/** One glyph per channel, the same everywhere. */
export function ChannelGlyph({ channel, size = 16, label }: { channel: Channel; size?: number; label?: string }) {
  const Glyph = glyphs[channel];
  return (
    <span
      className="inline-flex flex-none text-ink-3 data-[channel=linkedin]:text-blue data-[channel=call]:text-green"
      data-channel={channel}
      role="img"
      aria-label={label ?? uiTexts[channel]}
    >
      <Glyph size={size} stroke={1.75} aria-hidden />
    </span>
  );
}
