import type {Edit} from '../../source/edit.js'
import type {Span} from '../../source/source-file.js'

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
