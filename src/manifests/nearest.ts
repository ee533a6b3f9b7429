import {closest, distance} from 'fastest-levenshtein'

const longestWord = 100

/** The word of a list that was probably meant, undefined when none is near. Letters of the wrong case make no difference. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const sameLetters = words.find((other) => other.toLowerCase() === lower)
  if (sameLetters !== undefined || words.length === 0 || word.length > longestWord) return sameLetters
  const best = closest(word, words)
  return distance(word, best) <= mostEdits(word) ? best : undefined
}

/** The names of a list, of words joined by `-`, whose first words are nearest to a text of as many words; none when none is near. */
export function nearestBeginnings(text: string, names: readonly string[]): readonly string[] {
  if (text.length > longestWord) return []
  const words = text.split('-').length
  const distances = names.map((name) => distance(text, name.split('-').slice(0, words).join('-')))
  const least = Math.min(...distances, mostEdits(text))
  return names.filter((_, i) => distances[i] === least)
}

/** How many letters of a word may be wrong. */
const mostEdits = (word: string): number => Math.max(1, Math.floor(word.length / 3))
