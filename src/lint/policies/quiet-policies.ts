import type {PolicyCheck} from '../../admission/policy-check.js'
import type {KubeObject} from '../../kinds/kind.js'

/** Maximum number of texts to remember for a check. */
const mostRemembered = 1000

interface Policy extends KubeObject {
  readonly spec?: object
  readonly status?: object
}

const none = {}

/** Remembers the LimitRanges and ResourceQuotas for which checks have no findings: most namespaces of a repository have equal ones. */
export class QuietPolicies {
  private readonly quiet = new Map<PolicyCheck, Set<string>>()
  private readonly texts = new WeakMap<object, string>()

  /** True if a check had no findings for equal policies. */
  has(check: PolicyCheck, policies: readonly KubeObject[]): boolean {
    return this.quiet.get(check)?.has(this.textOf(policies)) === true
  }

  /** Remembers that a check has no findings for policies, wherever and however they are written. */
  add(check: PolicyCheck, policies: readonly KubeObject[]): void {
    if (check.subjects !== undefined || !check.kinds.every(({ignoresName = false}) => ignoresName)) return
    const known = this.quiet.get(check) ?? new Set()
    if (known.size >= mostRemembered) known.clear()
    this.quiet.set(check, known.add(this.textOf(policies)))
  }

  /** The fields of policies that checks read, as a key. */
  private textOf(policies: readonly KubeObject[]): string {
    return policies.map(({kind, spec = none, status = none}: Policy) => `${kind} ${this.partText(spec)} ${this.partText(status)}`).join('\n')
  }

  private partText(part: object): string {
    let text = this.texts.get(part)
    if (text === undefined) this.texts.set(part, text = JSON.stringify(part))
    return text
  }
}
