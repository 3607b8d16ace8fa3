import { TEXT_LIMITS } from '../limits.ts';
import { cutText } from '../text/text-bounds.ts';

/** Whose password it is to be, and what they sign in to. */
export interface PasswordOwner {
  name: string;
  email: string;
  /** The product as this installation calls it. */
  product?: string | undefined;
}

export type PasswordProblem = 'short' | 'personal' | 'product';

/** Shorter pieces occur in ordinary words: a user named Ann may write "annual". */
const SHORTEST_PIECE = 4;
const OWN_PRODUCT = 'overture';

/** What can be said of a new password without a list: too short, or made of what everybody knows about its owner. */
export function findPasswordProblem(password: string, owner: PasswordOwner | null): PasswordProblem | null {
  if (password.length < TEXT_LIMITS.password_min) return 'short';
  const text = foldPassword(password);
  if (owner && personalPieces(owner).some((piece) => text.includes(piece))) return 'personal';
  const products = [OWN_PRODUCT, ...piecesOf(owner?.product ?? '')];
  return products.some((piece) => text.includes(piece)) ? 'product' : null;
}

/** Capitals and full-width letters make no other password of a common one. */
export function foldPassword(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

/** Words of the name, parts of the address before the @, and the domain without its ending. */
function personalPieces({ name, email }: PasswordOwner): string[] {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const labels = domain.split('.').slice(0, -1);
  return [...piecesOf(name), ...piecesOf(local), ...labels.flatMap(piecesOf)];
}

function piecesOf(text: string): string[] {
  const folded = foldPassword(cutText(text, 300)).trim();
  const words = folded.split(/[^\p{L}\p{N}]/u);
  return [...new Set([folded, ...words, words.join('')])].filter((piece) => piece.length >= SHORTEST_PIECE);
}
