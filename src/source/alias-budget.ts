import type {MappingEntry, Node} from './node.js'
import type {SourceLimits} from './source-limits.js'
import {sourceProblem, type SourceProblem, type SourceRuleId} from './source-problem.js'

/**
 * Rejects documents that aliases make too large: by go-yaml's own rule (the share of the decoding steps that aliases cause,
 * once there are many), and when the written-out document would be too deep or too large to handle.
 */
export function aliasingProblem(root: Node, limits: SourceLimits): SourceProblem | undefined {
  const budget = new AliasBudget(limits)
  return budget.decode(root, 1) ? undefined : budget.problem
}

const freeAliasSteps = 100
const freeSteps = 1000
const lowSteps = 400_000
const highSteps = 4_000_000

/** go-yaml's allowedAliasRatio: 99 % for small documents, falling to 10 % for huge ones. */
function allowedRatio(steps: number): number {
  if (steps <= lowSteps) return 0.99
  return steps >= highSteps ? 0.1 : 0.99 - 0.89 * ((steps - lowSteps) / (highSteps - lowSteps))
}

/** Walks a document as go-yaml decodes it, and counts. */
class AliasBudget {
  problem: SourceProblem | undefined
  private steps = 1
  private aliasSteps = 0
  private size = 0
  /** The aliases that are being followed. */
  private readonly sites: Node[] = []

  constructor(private readonly limits: SourceLimits) {}

  /** False when the document is rejected. */
  decode(node: Node, depth: number): boolean {
    this.steps++
    if (this.sites.length > 0) this.aliasSteps++
    if (!this.affordable(depth)) return false
    switch (node.kind) {
      case 'scalar': return this.weigh(node.text.length)
      case 'sequence': return node.items.every((item) => this.decode(item, depth + 1))
      case 'mapping': return node.entries.every((entry) => this.decodeEntry(entry, depth + 1))
      case 'alias': return this.follow(node, node.target, depth)
    }
  }

  private decodeEntry({key, value, merge}: MappingEntry, depth: number): boolean {
    if (!merge) return this.decode(key, depth) && this.decode(value, depth)
    return value.kind === 'sequence' ? value.items.every((item) => this.decode(item, depth)) : this.decode(value, depth)
  }

  private follow(site: Node, target: Node, depth: number): boolean {
    this.sites.push(site)
    const decoded = this.decode(target, depth)
    this.sites.pop()
    return decoded
  }

  private affordable(depth: number): boolean {
    if (this.aliasSteps > freeAliasSteps && this.steps > freeSteps && this.aliasSteps / this.steps > allowedRatio(this.steps)) {
      return this.reject('yaml/excessive-aliasing', 'the aliases repeat too often: kubectl rejects the document')
    }
    const {maxDepth} = this.limits
    return depth <= maxDepth || this.reject('source/too-deep', `with its aliases written out, the document is nested more than ${maxDepth} levels deep`)
  }

  private weigh(length: number): boolean {
    if (this.sites.length > 0) this.size += length
    if (this.size <= this.limits.maxSize) return true
    return this.reject('source/too-large', 'with its aliases written out, the document is too large')
  }

  private reject(ruleId: SourceRuleId, message: string): false {
    const [site = {start: 0, end: 0}] = this.sites
    this.problem = sourceProblem(ruleId, site, message)
    return false
  }
}
