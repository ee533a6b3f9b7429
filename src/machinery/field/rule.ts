import type {RuleId} from './rule-id.js'

/** A rule that kadm checks, as documented for users: the source of its page and its line in `kadm rules`. */
export interface Rule {
  /** `kind/what-is-checked`; never changes once released. */
  readonly id: RuleId
  readonly severity: 'error' | 'warning' | 'info'
  /** One sentence: what must hold. */
  readonly summary: string
  /** The origin of the rule: a function of Kubernetes, or a document. */
  readonly source: string
  /** A manifest that breaks the rule, and no other. */
  readonly example: string
  /** The namespace that `--namespace` names when the example is checked, for a rule about that flag. */
  readonly namespace?: string
  /** Why the example cannot be read, for a rule about that. */
  readonly unreadable?: string
  /** The remedy. */
  readonly fix: string
}
