import type {Root} from 'nlcst'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRetext from 'remark-retext'
import retextEnglish from 'retext-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRepeatedWords from 'retext-repeated-words'
import retextSimplify from 'retext-simplify'
import {type Processor, unified} from 'unified'
import {VFile} from 'vfile'
import {type Prose, proseOfData, proseOfSource} from './prose.js'
import {documentationStart, replaced, type Replacement, type Rule, sentenceLength} from './rules.js'

/** The phrases to avoid, and the words of the field, which no simpler word can replace. */
export interface Style {
  readonly replacements: readonly Replacement[]
  readonly vocabulary: readonly string[]
}

/** A sentence to change. */
export interface Finding {
  readonly line: number
  readonly message: string
}

/**
 * Returns a function that checks the prose of a file: a Markdown page, a source file with comments, messages and names of
 * tests, or a file of data with comments and descriptions.
 */
export function proseChecker(style: Style): (path: string, text: string) => Promise<Finding[]> {
  const markdown = unified().use(remarkParse).use(remarkGfm)
  const plain = markdown().use(remarkRetext, english(style))
  const documentation = markdown().use(remarkRetext, english(style, documentationStart))

  return async (path, text) => {
    const findings: Finding[] = []
    for (const prose of proseOf(path, text)) {
      const file = new VFile(prose.text)
      const rules = prose.kind === 'documentation' ? documentation : plain
      await rules.run(rules.parse(file), file)
      for (const {line = 1, reason} of file.messages) findings.push({line: prose.line + line - 1, message: reason})
    }
    return findings.toSorted((a, b) => a.line - b.line)
  }
}

function english({vocabulary, replacements}: Style, ...rules: readonly Rule[]): Processor<Root> {
  const processor = unified().use(retextEnglish)
  const all = [retextIndefiniteArticle, retextRepeatedWords, sentenceLength, replaced(replacements), ...rules]
  processor.use(retextSimplify, {ignore: [...vocabulary]}).use(all)
  return processor
}

function proseOf(path: string, text: string): readonly Prose[] {
  if (path.endsWith('.md')) return [{kind: 'page', text, line: 1}]
  if (!/\.[cm]?[jt]s$/.test(path)) return proseOfData(text)
  const prose = proseOfSource(path, text)
  return hasOwnMessages.test(path) ? prose : prose.filter(({kind}) => kind !== 'message')
}

/** Files whose messages are kadm's own. Elsewhere, messages are those of Kubernetes, scripts for shells, or data of tests. */
const hasOwnMessages = /^\.dependency-cruiser\.cjs$|^(?:bin|commands|scripts|src\/(?:cli(?!\/completion)|diff|explain|export|io|lint|manifests|policy-test|rendering|replay|report|repository|simulate|source|suggest|test-file))\/|^src\/.*(?:\/rules\.ts$|\/checks\/)/
