import classes from './feedback.module.css';

/** For the moment before a page is known; inside pages skeletons take its place. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className="grid place-items-center min-h-full p-12" role="status" data-spinner>
      <span className={classes.spinner} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </div>
  );
}

/** A grey block of the size of what is coming. */
export function Skeleton({
  width = '100%',
  height = 12,
  radius = 4,
}: {
  width?: number | string;
  height?: number;
  radius?: number;
}) {
  return <span className="block max-w-full bg-skeleton" style={{ width, height, borderRadius: radius }} aria-hidden />;
}
