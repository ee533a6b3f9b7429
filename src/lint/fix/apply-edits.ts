import type {Edit} from '../../source/edit.js'

/** A text with edits made in it, and how many. */
export interface Edited {
  readonly text: string
  readonly made: number
}

/** Makes edits in a text. Of those that overlap the first is made, and what is asked for twice is done once. */
export function applyEdits(text: string, edits: readonly Edit[]): Edited {
  const pieces: string[] = []
  let copied = 0
  let made = 0
  for (const {start, end, text: replacement} of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < copied || (made > 0 && start === copied)) continue
    pieces.push(text.slice(copied, start), replacement)
    copied = end
    made++
  }
  return {text: [...pieces, text.slice(copied)].join(''), made}
}
