import classes from './display.module.css';

/** Keys of a shortcut: `keys={['Ctrl', 'K']}`. */
export function KeyHint({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.75">
      {keys.map((key) => (
        <kbd key={key} className={classes.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
