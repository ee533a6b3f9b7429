import {remember} from '../../machinery/collections/remember.js'
import type {Edit} from '../../source/edit.js'
import type {Span} from '../../source/source-file.js'

/** A text with edits made in it, and which: in order, none overlapping another. */
interface Edited {
  readonly text: string
  readonly made: readonly Edit[]
}

/** Makes edits in a text. Of overlapping ones the first is made; equal ones are made once. */
export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  const pieces: string[] = []
  const made: Edit[] = []
  let copied = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const {start, end, text: replacement} = edit
    if (start < copied || (made.length > 0 && start === copied)) continue
    pieces.push(text.slice(copied, start), replacement)
    copied = end
    made.push(edit)
  }
  return {text: [...pieces, text.slice(copied)].join(''), made}
}

/**
 * Maps a span of an edited text to the original text. Inserted text maps to the place of its edit.
 *
 * @param made the edits, in order, as `applyEdits` returns them
 */
export const originalSpan = ({start, end}: Span, made: readonly Edit[]): Span =>
  ({start: originalOffset(start, made, 'start'), end: originalOffset(end, made, 'end')})

function originalOffset(offset: number, made: readonly Edit[], side: 'start' | 'end'): number {
  const shifts = shiftsOf(made)
  // Only the last edit that begins before the offset matters: applyEdits makes none that touch.
  let [low, high] = [0, made.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const begin = beginOf(made, shifts, middle)
    if (offset < begin || (offset === begin && side === 'end')) high = middle
    else low = middle + 1
  }
  const edit = made[low - 1]
  if (edit === undefined) return offset
  const end = beginOf(made, shifts, low - 1) + edit.text.length
  return offset < end ? edit[side] : offset === end && side === 'end' ? edit.end : offset - (shifts[low] ?? 0)
}

/** The place of an edit in the edited text. */
const beginOf = (made: readonly Edit[], shifts: readonly number[], i: number): number => (made[i]?.start ?? 0) + (shifts[i] ?? 0)

/** Returns how far each edit moves in the edited text, and last, how far the text after all edits moves. */
const shiftsOf = remember((made: readonly Edit[]): readonly number[] => {
  const shifts = [0]
  for (const [i, {start, end, text}] of made.entries()) shifts.push((shifts[i] ?? 0) + text.length - (end - start))
  return shifts
})
