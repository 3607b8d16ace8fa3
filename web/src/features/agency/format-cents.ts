import { formatCents as formatCentsIn } from '@overture/domain/money/agency-bills';
import { locale } from '../../lib/format.ts';

export const formatCents = (cents: number): string => formatCentsIn(cents, locale);
