import type {PolicyCheck} from '../../admission/policy-check.js'
import type {KubeObject} from '../../kinds/kind.js'
import {remember} from '../../machinery/collections/remember.js'
import type {CheckedObject} from '../check-manifest.js'

/** Maximum number of texts to remember. */
const maxRemembered = 1000

type CheckedPolicy = Pick<CheckedObject, 'object' | 'definition'>

interface Policy extends KubeObject {
  readonly spec?: object
  readonly status?: object
}

const none = {}

/** Remembers the LimitRanges and ResourceQuotas for which checks have no findings: most namespaces of a repository have equal ones. */
export class CleanPolicies {
  private readonly byText = new Map<string, Set<PolicyCheck>>()
  private readonly partText = remember((part: object): string => JSON.stringify(part))

  /**
   * Returns the checks without findings for equal policies, wherever and however they are written; the caller adds to them.
   *
   * @param policies sorted by name
   */
  checksFor(policies: readonly CheckedPolicy[]): Set<PolicyCheck> {
    if (!policies.every(({definition: {ignoresName = false}}) => ignoresName)) return new Set()
    const text = this.textOf(policies)
    let checks = this.byText.get(text)
    if (checks === undefined) {
      if (this.byText.size >= maxRemembered) this.byText.clear()
      this.byText.set(text, checks = new Set())
    }
    return checks
  }

  /** The fields of policies that checks read, as a key. */
  private textOf(policies: readonly CheckedPolicy[]): string {
    let text = ''
    for (const {object} of policies) {
      const {kind, spec = none, status = none}: Policy = object
      text += `${kind} ${this.partText(spec)} ${this.partText(status)}\n`
    }
    return text
  }
}
