import type {Edit} from '../../source/edit.js'

/** A text with edits made in it, and which: in order, none overlapping another. */
export interface Edited {
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
