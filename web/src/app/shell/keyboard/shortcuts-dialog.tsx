import { KeyHint } from '../../../ui/display/key-hint.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../../texts.ts';
import classes from '../shell.module.css';
import { shortcutGroups } from './shortcuts.ts';

/** Every key that does something, by place. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t('shortcuts')}>
      {shortcutGroups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3>{group.title}</h3>
          <dl className="mt-1 mx-0 mb-0">
            {group.keys.map((entry) => (
              <div
                key={entry.label}
                className={`${classes.row} flex items-center justify-between min-h-8.5 border-b border-line`}
              >
                <dt>{entry.label}</dt>
                <dd>
                  <KeyHint keys={entry.keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
