import { useState } from 'react';
import classes from './display.module.css';
import { usePictureSource } from './picture-source.ts';

interface PersonAvatarProps {
  name: string;
  picture_url?: string | null | undefined;
  /** Pixels; 26 in tables, 36 in lists, 56 in drawers. */
  size?: number;
  /** Companies are square, people round. */
  shape?: 'round' | 'square';
}

/** First letters of the first and last word; `?` for a name without letters. */
export function formatInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = Array.from(words[0] ?? '')[0] ?? '';
  const last = words.length > 1 ? (Array.from(words.at(-1) ?? '')[0] ?? '') : '';
  return (first + last).toUpperCase() || '?';
}

/** The same name has the same of eight hues everywhere. */
export function pickHue(name: string): number {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return (hash % 8) * 45 + 15;
}

/** Picture of a person or company, or initials if it is missing or fails to load. Decorative: the name is beside it. */
export function PersonAvatar({ name, picture_url, size = 26, shape = 'round' }: PersonAvatarProps) {
  const sourceOf = usePictureSource();
  const [failedUrl, setFailedUrl] = useState<string | undefined>();
  const style = { width: size, height: size, fontSize: Math.max(10, Math.round(size * 0.38)), '--hue': pickHue(name) };
  return (
    <span className={classes.avatar} data-shape={shape} style={style} aria-hidden>
      {picture_url && picture_url !== failedUrl ? (
        <img
          src={sourceOf(picture_url)}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          onError={() => setFailedUrl(picture_url)}
        />
      ) : (
        formatInitials(name)
      )}
    </span>
  );
}
