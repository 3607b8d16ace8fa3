/** The lines of the score and what each may cost at most: together 100. */
export const LINES = { sender: 40, sequence: 25, writing: 35 } as const;
export type ScoreLine = keyof typeof LINES;

export interface CampaignLoss {
  id: string;
  line: ScoreLine;
  points: number;
  /** What is wrong and what to do about it. */
  text: string;
  /** The step to change. */
  step_id: number | null;
}
