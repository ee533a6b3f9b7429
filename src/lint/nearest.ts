import {closest, distance} from 'fastest-levenshtein'

/** The word of a list that was probably meant, undefined when none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const sameLetters = words.find((other) => other.toLowerCase() === word.toLowerCase())
  if (sameLetters !== undefined || words.length === 0 || word.length > 100) return sameLetters
  const best = closest(word, words)
  return distance(word, best) <= Math.max(1, Math.floor(word.length / 3)) ? best : undefined
}
