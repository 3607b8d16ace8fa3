import { PaperFrame } from '../../ui/display/paper-frame.tsx';
import { cleanSignatureHtml } from './clean-html.ts';

/** A signature as its reader will see it; long ones are scrolled. */
export function SignatureFrame({ html, label }: { html: string; label: string }) {
  return <PaperFrame html={cleanSignatureHtml(html)} label={label} minHeight={48} maxHeight={320} />;
}
