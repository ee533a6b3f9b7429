import {closest, distance} from 'fastest-levenshtein'

import {isKnownWord} from './old-shapes/words.js'

const longestWord = 100

/** In words of so many letters another letter makes another word: `gpu` is not `cpu`. */
const shortWord = 3

/**
 * The word of a list that was probably meant, undefined when none is near, and for a word with a meaning of its own. Letters of
 * the wrong case make no difference.
 */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const lower = word.toLowerCase()
  const sameLetters = words.find((other) => other.toLowerCase() === lower)
  if (sameLetters !== undefined || word.length > longestWord || isKnownWord(word)) return sameLetters
  const others = word.length > shortWord ? words : words.filter((other) => other.length !== word.length)
  if (others.length === 0) return undefined
  const best = closest(word, others)
  return distance(word, best) <= mostEdits(word) ? best : undefined
}

/** The names of a list, of words joined by `-`, whose first words are nearest to a text of as many words; none when none is near. */
export function nearestBeginnings(text: string, names: readonly string[]): readonly string[] {
  if (text.length > longestWord) return []
  const words = text.split('-').length
  const distances = names.map((name) => distance(text, name.split('-').slice(0, words).join('-')))
  const least = distances.reduce((least, edits) => Math.min(least, edits), mostEdits(text))
  return names.filter((_, i) => distances[i] === least)
}

/** How many letters of a word may be wrong. */
const mostEdits = (word: string): number => Math.max(1, Math.floor(word.length / 3))
