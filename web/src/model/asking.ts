/** What a question and its explanation may say: names, and numbers as they are printed. */
export interface Asking {
  readonly item: string;
  readonly winner: string;
  readonly count: number;
  readonly attended: number;
  /** The number of `item` from which to go on. */
  readonly from: string;
  readonly max: string;
  readonly sum: string;
  readonly tau: string;
  readonly feature: string;
  readonly value: string;
  /** The score of the item that was answered; empty where none was. */
  readonly answered: string;
}
