import type {Root, Sentence} from 'nlcst'
import {toString} from 'nlcst-to-string'
import {visit} from 'unist-util-visit'
import type {VFile} from 'vfile'

/** A plugin of retext that reports sentences. */
export type Rule = () => (tree: Root, file: VFile) => undefined

/** The most words in a sentence, or in a part of it that ends with a colon or a semicolon. Words in parentheses do not count, and code counts as one word. */
const longest = 25

/** Reports sentences that are too long. */
export const sentenceLength: Rule = () => (tree, file) => visit(tree, 'SentenceNode', (sentence: Sentence) => {
  const text = sentence.children.map((node) => node.type === 'SourceNode' ? 'code' : toString(node)).join('')
  const parts = text.replaceAll(/\([^)]*\)/g, '').split(/[.:;?!](?=\s)/)
  if (parts.some((part) => part.split(/\s+/).filter((word) => /\w/.test(word)).length > longest)) {
    file.message(`more than ${longest} words: make it two sentences`, {place: sentence.position, source: 'sentence-length'})
  }
})

/** A phrase to avoid, and what to write instead. */
export interface Replacement {
  readonly phrase: string
  readonly instead: string
}

/** Reports phrases to avoid. */
export const replaced = (list: readonly Replacement[]): Rule => () => {
  const searched = list.map((replacement) => ({...replacement, pattern: new RegExp(`\\b${replacement.phrase}\\b`, 'i')}))
  return (tree, file) => visit(tree, 'SentenceNode', (sentence: Sentence) => {
    const text = sentence.children.filter((node) => node.type !== 'SourceNode').map((node) => toString(node)).join('').replaceAll(/\s+/g, ' ')
    for (const {phrase, instead, pattern} of searched) {
      if (pattern.test(text)) file.message(`instead of "${phrase}", write: ${instead}`, {place: sentence.position, source: 'replacements'})
    }
  })
}

const riddle = /^\s*(?:How|That|Those|What|Where|Whether|Who)\b/

/** Reports a documentation comment that begins neither with a verb nor with a noun. */
export const documentationStart: Rule = () => (tree, file) => {
  if (riddle.test(toString(tree))) file.message('begin with a verb ("Returns ...") or a noun that defines', {source: 'documentation-start'})
}
