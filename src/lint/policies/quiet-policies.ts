import {limitRange} from '../../admission/plugins/limit-ranger/kind.js'
import {resourceQuota} from '../../admission/plugins/resource-quota/kind.js'
import type {PolicyCheck} from '../../admission/policy-check.js'
import type {AnyKind, KubeObject} from '../../kinds/kind.js'

/** The kinds whose metadata makes no difference to any check. */
const nameless: readonly AnyKind[] = [limitRange, resourceQuota]

/** Maximum number of texts to remember for a check. */
const mostRemembered = 1000

/** Remembers the LimitRanges and ResourceQuotas for which checks have no findings: most namespaces of a repository have equal ones. */
export class QuietPolicies {
  private readonly quiet = new Map<PolicyCheck, Set<string>>()
  private readonly texts = new WeakMap<KubeObject, string>()

  /** True if a check had no findings for equal policies. */
  has(check: PolicyCheck, policies: readonly KubeObject[]): boolean {
    return this.quiet.get(check)?.has(this.textOf(policies)) === true
  }

  /** Remembers that a check has no findings for policies, wherever and however they are written. */
  add(check: PolicyCheck, policies: readonly KubeObject[]): void {
    if (check.subjects !== undefined || !check.kinds.every((kind) => nameless.includes(kind))) return
    const known = this.quiet.get(check) ?? new Set()
    if (known.size >= mostRemembered) known.clear()
    this.quiet.set(check, known.add(this.textOf(policies)))
  }

  /** What checks see of policies. */
  private textOf(policies: readonly KubeObject[]): string {
    return policies.map((policy) => {
      let text = this.texts.get(policy)
      if (text === undefined) this.texts.set(policy, text = JSON.stringify({...policy, metadata: undefined}, withBigints))
      return text
    }).join('\n')
  }
}

const withBigints = (_: string, value: unknown): unknown => typeof value === 'bigint' ? String(value) : value
