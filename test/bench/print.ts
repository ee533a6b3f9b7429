/** Prints a line of the report. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Suffix of a figure with a goal. */
export const verdict = (goal: string, isMet: boolean): string => `(${goal}: ${isMet ? 'goal met' : 'GOAL MISSED'})`

/** A number of things a second, with a separator of thousands. */
export const rate = (perSecond: number): string => `${Math.round(perSecond).toLocaleString('en')} a second`
