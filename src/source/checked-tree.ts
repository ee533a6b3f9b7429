import {aliasingProblem} from './alias-budget.js'
import type {ParsedDocument} from './parsed-document.js'
import type {Span} from './source-file.js'
import type {SourceLimits} from './source-limits.js'
import {tabProblem} from './tab-check.js'
import type {TreeBuilder} from './tree-builder.js'

/**
 * Builds a tree and adds the problems that only a whole tree shows.
 *
 * @param span the part of the text that has been read
 */
export function checkedTree(builder: TreeBuilder, text: string, span: Span, limits: SourceLimits): ParsedDocument {
  const root = builder.build()
  const {problems} = builder
  const tab = tabProblem(text, span, root)
  if (tab !== undefined) problems.push(tab)
  const aliasing = root !== undefined && builder.anchors.used && problems.length === 0 ? aliasingProblem(root, limits) : undefined
  if (aliasing !== undefined) problems.push(aliasing)
  return {root, problems, ignored: undefined}
}
