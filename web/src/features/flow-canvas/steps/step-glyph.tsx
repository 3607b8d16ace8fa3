import type { Glyph } from '@overture/domain/flow/step-types';
import {
  IconBrandLinkedin,
  IconHeart,
  IconMail,
  IconMailQuestion,
  IconMessage,
  IconPhone,
  IconPhoneCheck,
  IconUserCheck,
  IconUserMinus,
  IconUserPlus,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import classes from './step-card.module.css';

const glyphs: Record<Glyph, typeof IconMail> = {
  invite: IconUserPlus,
  'linkedin-message': IconMessage,
  visit: IconUserSearch,
  inmail: IconBrandLinkedin,
  'delete-invite': IconUserMinus,
  like: IconHeart,
  email: IconMail,
  call: IconPhone,
  accepted: IconUserCheck,
  connected: IconUsers,
  'has-email': IconMailQuestion,
  'has-phone': IconPhoneCheck,
};

/** Picture of a step or condition on the ground of its channel. */
export function StepGlyph({ glyph, channel, size = 26 }: { glyph: Glyph; channel: string; size?: number }) {
  const Icon = glyphs[glyph];
  return (
    <span className={classes.glyph} data-channel={channel} style={{ width: size, height: size }} aria-hidden>
      <Icon size={Math.round(size * 0.62)} stroke={1.75} />
    </span>
  );
}
