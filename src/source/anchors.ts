import {anchorProblem} from './dialect-checks.js'
import {AliasNode, type MappingNode, type ScalarNode, type SequenceNode} from './node.js'
import type {Span} from './source-file.js'
import {excerpt, sourceProblem, type SourceProblem} from './source-problem.js'

type Anchored = ScalarNode | SequenceNode | MappingNode

/** The anchors of a document: an alias refers to the last node before it with its name. */
export class Anchors {
  /** True once an alias has been resolved. */
  used = false
  private readonly nodes = new Map<string, Anchored>()
  private readonly unfinished = new Set<Anchored>()

  /** @param finished false for a collection whose content is still to come, where it cannot have an alias */
  define(name: string, node: Anchored, finished: boolean): void {
    this.nodes.set(name, node)
    if (!finished) this.unfinished.add(node)
  }

  finish(node: Anchored): void {
    this.unfinished.delete(node)
  }

  /** @param span of the alias, with its `*` */
  resolve(name: string, span: Span): AliasNode | SourceProblem {
    const target = this.nodes.get(name)
    if (target === undefined) return anchorProblem(name, span) ?? unknown(name, span)
    if (this.unfinished.has(target)) return sourceProblem('yaml/alias', span, `the anchor ${excerpt(name)} would contain itself`)
    this.used = true
    return new AliasNode(span.start, span.end, name, target)
  }
}

const unknown = (name: string, span: Span): SourceProblem =>
  sourceProblem('yaml/alias', span, `no anchor ${excerpt(name)} comes before this alias in the document`)
