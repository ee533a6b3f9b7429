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
  let shift = 0
  for (const edit of made) {
    const begin = edit.start + shift
    if (offset < begin || (offset === begin && side === 'end')) break
    if (offset < begin + edit.text.length) return edit[side]
    shift += edit.text.length - (edit.end - edit.start)
    if (offset === begin + edit.text.length) return side === 'end' ? edit.end : offset - shift
  }
  return offset - shift
}
