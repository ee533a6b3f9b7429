import {closest, distance} from 'fastest-levenshtein'

const longestWord = 100

/** The word of a list that was probably meant, undefined when none is near. Letters of the wrong case make no difference. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const sameLetters = words.find((other) => other.toLowerCase() === lower)
  if (sameLetters !== undefined || words.length === 0 || word.length > longestWord) return sameLetters
  const best = closest(word, words)
  return distance(word, best) <= Math.max(1, Math.floor(word.length / 3)) ? best : undefined
}
