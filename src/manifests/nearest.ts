import {closest, distance} from 'fastest-levenshtein'

import {isKnownWord} from './former-api/words.js'

const longestWord = 100

/** Words up to this length differ on purpose if they differ in a letter: `gpu` is not `cpu`. */
const shortWord = 3

/**
 * Returns the most similar word of a list; undefined if none is similar, or if the word is a number or has a meaning of its own.
 * Ignores case.
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const sameLetters = words.find((other) => other.toLowerCase() === lower)
  const isNumber = /^[\d.]+$/.test(word)
  if (sameLetters !== undefined || isNumber || word.length > longestWord || isKnownWord(word)) return sameLetters
  const others = word.length > shortWord ? words : words.filter((other) => other.length !== word.length)
  if (others.length === 0) return undefined
  const best = closest(word, others)
  return distance(word, best) <= maxEdits(word) ? best : undefined
}

/** Returns the names (words joined by `-`) whose first words are most like the words of a text; none if none is like them. */
export function nearestBeginnings(text: string, names: readonly string[]): readonly string[] {
  if (text.length > longestWord) return []
  const words = text.split('-').length
  const distances = names.map((name) => distance(text, name.split('-').slice(0, words).join('-')))
  const minimum = distances.reduce((minimum, edits) => Math.min(minimum, edits), maxEdits(text))
  return names.filter((_, i) => distances[i] === minimum)
}

/** Returns how many letters of a word may be wrong. */
const maxEdits = (word: string): number => Math.max(1, Math.floor(word.length / 3))
